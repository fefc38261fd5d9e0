// @ts-check
/** Whoever reads at the end of the page stays there while the debate grows; whoever reads elsewhere is left alone. */

const NEAR_PX = 120;

export function createFollower() {
  const root = document.documentElement;
  return {
    isAtEnd: () => root.scrollHeight - root.clientHeight - root.scrollTop < NEAR_PX && root.scrollTop > 0,
    toEnd: () => root.scrollTo({ top: root.scrollHeight, behavior: "instant" }),
  };
}
