// The tabs of a page, each with its address. If they do not fit, the row scrolls to the chosen one.

import { type ReactNode, useEffect, useRef } from 'react';

interface TabsProps {
  readonly label: string;
  readonly chosen: string;
  /** Links. The chosen one is the current page. */
  readonly children: ReactNode;
}

export function Tabs({ label, chosen, children }: TabsProps): ReactNode {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // Does not scroll again after the user has scrolled the row.
    if (shown.current === chosen) return;
    shown.current = chosen;
    const current = row.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  });
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
