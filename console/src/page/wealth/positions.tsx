// The open positions of a gains report, and the positions closed in its period.

import type { ReactNode } from 'react';
import { Empty, Panel } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { Gains } from './gains.js';
import { toneOf } from './tone.js';

interface GainsProps {
  readonly gains: Gains;
}

export function Open({ gains }: GainsProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const both = gains.method === 'BOTH';
  return (
    <Panel title={t('gain.open', { date: format.day(gains.to) })} flush>
      {gains.open.length === 0 ? (
        <Empty title={t('gain.open.none')} />
      ) : (
        <table className="plain">
          <thead>
            <tr>
              <th>{t('order.portfolio')}</th>
              <th>{t('order.security')}</th>
              <th className="end">{t('order.quantity')}</th>
              <th className="end">{t('customer.cost')}</th>
              <th className="end">{t('order.price')}</th>
              <th className="end">{t('gain.cost')}</th>
              <th className="end">{t('customer.market-value')}</th>
              <th className="end">{t('customer.gain')}</th>
              {both && <th className="end">{t('gain.fifo-gain')}</th>}
            </tr>
          </thead>
          <tbody>
            {gains.open.map((position) => (
              <OpenRow
                key={`${position.portfolioName} ${position.class} ${position.securityName}`}
                position={position}
                both={both}
              />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

interface OpenRowProps {
  readonly position: Gains['open'][number];
  readonly both: boolean;
}

function OpenRow({ position, both }: OpenRowProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { currency } = position;
  return (
    <tr>
      <td>{position.portfolioName}</td>
      <th scope="row">
        {position.securityName} <span className="faint">{position.label}</span>
      </th>
      <td className="end">{format.quantity(position.quantity)}</td>
      <td className="end">{format.price(position.averageCost)}</td>
      <td className="end">{format.price(position.price)}</td>
      <td className="end">
        {position.costKnown ? format.amount(position.cost, currency) : t('gain.cost.unknown')}
      </td>
      <td className="end">{format.amount(position.value, currency)}</td>
      <td className={toneOf(position.unrealisedGain)}>
        {format.amount(position.unrealisedGain, currency)}
      </td>
      {both && (
        <td className={toneOf(position.fifoUnrealisedGain)}>
          {format.amount(position.fifoUnrealisedGain, currency)}
        </td>
      )}
    </tr>
  );
}

export function Closed({ gains }: GainsProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { closed = [] } = gains;
  if (closed.length === 0) return null;
  return (
    <Panel title={t('gain.closed')} flush>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('order.portfolio')}</th>
            <th>{t('order.security')}</th>
            <th>{t('event.from')}</th>
            <th>{t('event.to')}</th>
            <th className="end">{t('gain.bought')}</th>
            <th className="end">{t('gain.sold')}</th>
            <th className="end">{t('gain.income')}</th>
            <th className="end">{t('gain.gain')}</th>
          </tr>
        </thead>
        <tbody>
          {closed.map((position) => (
            <tr key={`${position.portfolioName} ${position.class} ${position.securityName}`}>
              <td>{position.portfolioName}</td>
              <th scope="row">
                {position.securityName} <span className="faint">{position.label}</span>
              </th>
              <td>{format.day(position.openedOn)}</td>
              <td>{format.day(position.closedOn)}</td>
              <td className="end">
                {position.costKnown
                  ? format.amount(position.bought, position.currency)
                  : t('gain.cost.unknown')}
              </td>
              <td className="end">{format.amount(position.sold, position.currency)}</td>
              <td className="end">{format.amount(position.income, position.currency)}</td>
              <td className={toneOf(position.gain)}>
                {format.amount(position.gain, position.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
