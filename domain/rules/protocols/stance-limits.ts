/**
 * The numbers of conformity. Their source is docs/judging.md#conformity: a debate is stable when stances moved by 5 points or
 * less on average in two rounds running, from round 3 on. A consensus is hollow when stances are within 10 points of one
 * another while under half of the changes of 15 points or more name an outside cause, or while reasons overlap by less than
 * 0.34.
 *
 * All of them are conventions, fitted to no debates. What follows from them in simulated debates of known course stands there
 * too (`npm run simulate`), except for the overlap, whose limit parts the few texts of its tests.
 */

/** Points of 100: the mean change of stances in a stable round, at most. */
export const STABLE_CHANGE = 5;
/** Rounds in a row that must be stable. */
export const STABLE_ROUNDS = 2;
/** No debate ends as stable before this round. */
export const FIRST_STABLE_END = 3;
/** Points between the lowest and the highest stance of a consensus, at most. */
export const CONSENSUS_SPREAD = 10;
/** Points from which on a change of stance needs a cause. */
export const LARGE_CHANGE = 15;
/** The least share of large changes that name an outside cause. */
export const CAUSED_SHARE = 0.5;
/** The least mean overlap of the reasons of two participants. */
export const REASONS_OVERLAP = 0.34;
