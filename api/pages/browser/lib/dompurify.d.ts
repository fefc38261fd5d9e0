/** The file sets a global and exports nothing. */
export {};
