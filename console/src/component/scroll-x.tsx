// A box that scrolls horizontally, also by keyboard, if its content is wider.

import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ScrollXProps {
  /** The accessible name of the box. Without it, the surrounding heading names the box. */
  readonly label?: string;
  readonly children: ReactNode;
}

export function ScrollX({ label, children }: ScrollXProps): ReactNode {
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (outer === null || inner === null) return undefined;
    // Tab skips a box whose content fits.
    const observer = new ResizeObserver(() => setScrolled(outer.scrollWidth > outer.clientWidth));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={box} className="scroll-x" aria-label={label} {...(isScrolled && FOCUSABLE)}>
      <div ref={content}>{children}</div>
    </section>
  );
}

const FOCUSABLE = { tabIndex: 0 } as const;
