// The tabs of a page, each with its own URL. If they do not fit, the row scrolls to the selected
// one.

import { type ReactNode, useEffect, useRef } from 'react';

interface TabsProps {
  readonly label: string;
  readonly chosen: string;
  /** The tab links. The selected one has `aria-current`. */
  readonly children: ReactNode;
}

export function Tabs({ label, chosen, children }: TabsProps): ReactNode {
  const row = useRef<HTMLElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // Scrolls only when another tab is selected, so that it does not undo the user's scrolling.
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
