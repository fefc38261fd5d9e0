/** §1.10: shares of a call's capacity from which on something is done about its transcript. */
export const TIGHT = 0.8;
export const FULL = 0.9;
