// Mounts a part of a long page only when it scrolls near the viewport, so that unseen parts send no
// requests.

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the viewport a part is mounted. */
const AHEAD = '160px';

interface WhenSeenProps {
  /**
   * The approximate height of the content, so that mounting it does not change the length of the
   * page.
   */
  readonly heightPx: number;
  readonly children: ReactNode;
}

export function WhenSeen({ heightPx, children }: WhenSeenProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return isSeen ? children : <div ref={place} className="unseen" style={{ minHeight: heightPx }} />;
}
