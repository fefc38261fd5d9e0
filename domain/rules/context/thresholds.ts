/** Shares of a call's capacity above which the transcript is shortened (docs/design/debate.md#110-context-window). */
export const TIGHT = 0.8;
export const FULL = 0.9;
