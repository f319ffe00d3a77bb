// The disposals of a period, each with its FIFO lots.

import { Fragment, type ReactNode } from 'react';
import { Empty, Panel } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { Gains } from './gains.js';
import { toneOf } from './tone.js';

interface GainsProps {
  readonly gains: Gains;
}

type Disposal = Gains['disposals'][number];

export function Disposals({ gains }: GainsProps): ReactNode {
  const { t } = useSpeech();
  return (
    <Panel title={t('gain.disposals')} flush>
      {gains.disposals.length === 0 ? (
        <Empty title={t('gain.disposals.none')}>
          <p>{t('gain.disposals.none.hint')}</p>
        </Empty>
      ) : (
        <Table gains={gains} />
      )}
    </Panel>
  );
}

function Table({ gains }: GainsProps): ReactNode {
  const { t } = useSpeech();
  const both = gains.method === 'BOTH';
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('placement.date')}</th>
          <th>{t('order.security')}</th>
          <th>{t('cash.kind')}</th>
          <th className="end">{t('order.quantity')}</th>
          <th className="end">{t('gain.proceeds')}</th>
          <th className="end">{t('order.charges')}</th>
          <th className="end">{t('gain.cost')}</th>
          <th className="end">{t('gain.gain')}</th>
          {both && <th className="end">{t('gain.fifo-gain')}</th>}
        </tr>
      </thead>
      <tbody>
        {gains.disposals.map((disposal) => (
          <Fragment key={keyOf(disposal)}>
            <Row disposal={disposal} both={both} />
            {disposal.lots?.map((lot) => (
              <LotRow
                key={`${lot.acquiredOn} ${lot.quantity} ${lot.netProceeds}`}
                lot={lot}
                both={both}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

// One order may have several disposals on a date, so the amounts are part of the key.
const keyOf = (disposal: Disposal): string =>
  [
    disposal.tradeDate,
    disposal.securityName,
    disposal.portfolioName,
    disposal.orderId,
    disposal.netProceeds,
    disposal.cost,
  ].join(' ');

interface RowProps {
  readonly disposal: Disposal;
  readonly both: boolean;
}

function Row({ disposal, both }: RowProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { currency, costKnown } = disposal;
  return (
    <tr>
      <td>{format.day(disposal.tradeDate)}</td>
      <th scope="row">
        {disposal.securityName} <span className="faint">{disposal.label}</span>
      </th>
      <td>{word(disposal.kind)}</td>
      <td className="end">{format.quantity(disposal.quantity)}</td>
      <td className="end">{format.amount(disposal.proceeds, currency)}</td>
      <td className="end">{format.amount(disposal.charges, currency)}</td>
      <td className="end">
        {costKnown ? format.amount(disposal.cost, currency) : t('gain.cost.unknown')}
      </td>
      <td className={toneOf(disposal.gain)}>{format.amount(disposal.gain, currency)}</td>
      {both && (
        <td className={toneOf(disposal.fifoGain)}>{format.amount(disposal.fifoGain, currency)}</td>
      )}
    </tr>
  );
}

interface LotRowProps {
  readonly lot: NonNullable<Disposal['lots']>[number];
  readonly both: boolean;
}

// The lots are FIFO lots. In a comparison with average cost, their gain is in the last column.
function LotRow({ lot, both }: LotRowProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <tr className="faint">
      <td />
      <td colSpan={2}>{t('gain.lot', { date: format.day(lot.acquiredOn), days: lot.heldDays })}</td>
      <td className="end">{format.quantity(lot.quantity)}</td>
      <td className="end">{format.amount(lot.netProceeds)}</td>
      <td />
      <td className="end">{format.amount(lot.cost)}</td>
      {both && <td />}
      <td className="end">{format.amount(lot.gain)}</td>
    </tr>
  );
}
