/** Numbers from 0 to 1 that are the same in each run (Numerical Recipes' generator). */
export function createDice(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
