/**
 * Keeps a reader at the end of the page there while the debate grows, shrinks or is drawn anew. Only the reader's own
 * scrolling begins and ends it: a jump that the page's layout makes says nothing about what the reader wants.
 */

/** From the end, in pixels: a reader who comes so near has come to the end. */
const NEAR_PX = 120;

interface Follower {
  /** Whether the page still grows. Where it does not, nobody is followed. */
  isLive: () => boolean;
  /** The reader has left the end, or come back to it. */
  onMove: () => void;
}

export function createFollower({ isLive, onMove }: Follower) {
  const root = document.documentElement;
  let isAtEnd = false;
  let wasAway = false;
  /** As they were when the page was looked at last: how far it is scrolled, and how far it can be. */
  let [top, most] = [0, 0];

  const isFollowing = () => isAtEnd && isLive();
  const isNear = () => most - top < NEAR_PX;
  const isAway = () => !isFollowing() && !isNear();
  const look = () => {
    most = root.scrollHeight - root.clientHeight;
    // Some browsers scroll beyond the end, and back.
    top = Math.min(root.scrollTop, most);
    if (isAway() === wasAway) return;
    wasAway = isAway();
    onMove();
  };
  const toEnd = () => {
    root.scrollTo({ top: root.scrollHeight, behavior: "instant" });
    look();
  };
  addEventListener(
    "scroll",
    () => {
      const before = { top, most };
      look();
      // Where the page became shorter, the browser moved the reader.
      if (top < before.top - 1 && most >= before.most) isAtEnd = false;
      else if (top > before.top && isNear()) isAtEnd = true;
      look();
    },
    { passive: true },
  );
  const onResize = () => (isFollowing() ? toEnd() : look());
  addEventListener("resize", onResize);
  new ResizeObserver(onResize).observe(document.body);
  return {
    isAway,
    isAtEnd: () => isAtEnd,
    /** Brings the reader to the end, and keeps them there. */
    follow: () => {
      isAtEnd = true;
      toEnd();
    },
    /** Brings the reader to an element, and leaves them there. */
    land: (place: Element | null) => {
      isAtEnd = false;
      place?.scrollIntoView({ behavior: "instant" });
      look();
    },
  };
}
