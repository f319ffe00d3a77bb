// The traded volume of each recent business day, from the totals of the blotter.

import type { ReplyOf } from '@countinghouse/sdk';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Chart, ChartPlace } from '../../component/chart.js';
import { Panel } from '../../component/page.js';
import { client } from '../../lib/client.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

const DAYS = 10;
const DAY_MS = 86_400_000;
const PATH = 'order/tradeorder/summary';

type Sums = ReplyOf<'get', typeof PATH>;

/** Waits for the totals of all days, so that the chart is drawn only once. */
function whole(replies: readonly { readonly data: Sums | undefined }[]) {
  const known = replies.flatMap(({ data }) => data ?? []);
  return known.length === replies.length ? known : undefined;
}

/** Returns the last weekdays up to and including the given day, oldest first. */
function daysUpTo(last: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(last); days.length < DAYS; at -= DAY_MS) {
    const day = new Date(at);
    const isWeekend = day.getUTCDay() % 6 === 0;
    if (!isWeekend) days.unshift(day.toISOString().slice(0, 10));
  }
  return days;
}

export function Traded({ today }: { readonly today: string }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const days = daysUpTo(today);
  const sums = useQueries({
    queries: days.map((day) => {
      const init = { query: { sd: day, ed: day } };
      return { queryKey: [PATH, init], queryFn: () => client.get(PATH, init) };
    }),
    combine: whole,
  });
  // The currency of the latest trades. The user can filter the blotter by other currencies.
  const currency = sums?.findLast(({ result }) => result[0] !== undefined)?.result[0]?.currency;
  const points = days.map((at, index) => {
    const sum = sums?.[index]?.result.find((each) => each.currency === currency);
    return { at, value: (sum?.bought ?? 0) + (sum?.sold ?? 0) };
  });
  const orders = (sums ?? []).reduce((total, { count }) => total + count, 0);
  return (
    <Panel title={t('dashboard.traded')}>
      {sums !== undefined ? (
        <Chart label={t('dashboard.traded')} points={points} currency={currency} />
      ) : (
        <ChartPlace />
      )}
      {sums !== undefined && (
        <p className="faint">
          {t('dashboard.traded.orders', { count: orders, day: format.day(days[0]) })}
        </p>
      )}
    </Panel>
  );
}
