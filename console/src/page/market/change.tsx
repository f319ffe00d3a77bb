// A price's change since the previous close, with its sign.

import type { ReactNode } from 'react';
import type { Format } from '../../lib/format.js';

interface Quote {
  readonly priceChange?: number | undefined;
  readonly percentChange?: number | undefined;
}

export function Change({ of, format }: { readonly of: Quote; readonly format: Format }): ReactNode {
  const { priceChange, percentChange } = of;
  if (priceChange === undefined || percentChange === undefined) return '–';
  const sign = priceChange > 0 ? '+' : '';
  const tone = priceChange > 0 ? 'buy' : 'sell';
  return (
    <span className={priceChange === 0 ? 'faint' : tone}>
      {sign}
      {format.price(priceChange)}{' '}
      <span className="nowrap">
        {sign}
        {format.price(percentChange) + format.percentSign}
      </span>
    </span>
  );
}
