// Parts of a long page that are made when somebody comes near them: what nobody looks at asks the
// server for nothing.

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** So far below the window a part is made ready. */
const AHEAD = '160px';

interface WhenSeenProps {
  /** About as high as what comes, so that the page is as long before. */
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
