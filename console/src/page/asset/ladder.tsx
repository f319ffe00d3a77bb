// The maturity ladder shows payouts per period, as bars and as a table.

import type { ReplyOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { Empty, Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { sumOf } from '../../lib/sum.js';
import type { LADDER_STEPS } from './step.js';

type Reply = ReplyOf<'get', 'order/maturity/ladder'>;
type Rung = Reply['rungs'][number];

interface LadderProps {
  readonly customerId?: number | undefined;
  readonly portfolioName?: string | undefined;
  readonly by?: (typeof LADDER_STEPS)[number] | undefined;
  readonly actions?: ReactNode;
}

const WHOLE = 100;

/** Shows the ladder of a customer, of a portfolio or, without either, of the whole firm. */
export function Ladder({ customerId, portfolioName, by, actions }: LadderProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/maturity/ladder', {
    query: { c: customerId, p: portfolioName, by },
    enabled: useMay('asset.maturity.read'),
  });
  if (data === undefined) return null;
  const currencies = [...new Set(data.rungs.map(({ currency }) => currency))];
  return (
    <Panel title={t('ladder.title')} actions={actions} flush>
      {currencies.length === 0 && (
        <Empty title={t('ladder.none')}>
          <p>{t('ladder.none.hint')}</p>
        </Empty>
      )}
      {!data.isWhole && <p className="notice bad">{t('ladder.cut')}</p>}
      {currencies.map((currency) => (
        <Rungs
          key={currency}
          by={data.by}
          currency={currency}
          rungs={data.rungs.filter((rung) => rung.currency === currency)}
        />
      ))}
    </Panel>
  );
}

interface RungsProps {
  readonly by: Reply['by'];
  readonly currency: string;
  readonly rungs: readonly Rung[];
}

function Rungs({ by, currency, rungs }: RungsProps): ReactNode {
  const { t, word, intl } = useSpeech();
  const format = useFormat();
  const longest = Math.max(...rungs.map(({ principal }) => principal));
  const month = new Intl.DateTimeFormat(intl.locale, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  const step = (date: string) => (by === 'MONTH' ? month.format(new Date(date)) : format.day(date));
  const sum = sumOf(rungs.map(({ principal }) => principal));
  return (
    <table className="plain ladder">
      <caption className="sr">{`${t('ladder.title')} ${currency}`}</caption>
      <thead>
        <tr>
          <th>{t(`ladder.by.${by}`)}</th>
          <th>{t('cash.kind')}</th>
          <th className="end">{t('ladder.count')}</th>
          <th className="end">{`${t('income.principal')} (${currency})`}</th>
          <th className="end">{t('income.accrued')}</th>
          <th aria-hidden />
        </tr>
      </thead>
      <tbody>
        {rungs.map((rung) => (
          <tr key={`${rung.date} ${rung.kind}`}>
            <th scope="row">{step(rung.date)}</th>
            <td>{word(rung.kind)}</td>
            <td className="end">{rung.instruments}</td>
            <td className="end">{format.amount(rung.principal)}</td>
            <td className="end">{format.amount(rung.accruedInterest)}</td>
            <td aria-hidden>
              <span className="track">
                <span
                  className="fill"
                  style={{ width: `${(rung.principal / longest) * WHOLE}%` }}
                />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {t('ladder.sum')}
          </th>
          <td className="end strong">{format.amount(sum)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  );
}
