// Shares of a whole as labelled bars, largest first.

import type { ReactNode } from 'react';
import { useFormat } from '../lib/format.js';

const WHOLE = 100;

interface Part {
  readonly label: string;
  readonly percent: number;
  readonly amount: number;
}

export function Shares(props: {
  readonly of: readonly Part[];
  readonly currency: string | undefined;
}): ReactNode {
  const format = useFormat();
  return (
    <ul className="stack tight">
      {props.of.map(({ label, percent, amount }) => (
        <li key={label} className="share" title={format.amount(amount, props.currency)}>
          <span>{label}</span>
          <span className="track" aria-hidden>
            <span className="fill" style={{ width: `${Math.max(0, percent)}%` }} />
          </span>
          <span className="end figure">{format.percent(percent / WHOLE)}</span>
        </li>
      ))}
    </ul>
  );
}
