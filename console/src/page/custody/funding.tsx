// An event's money per office: amounts due, received from the registrar, and paid to customers.

import type { ReactNode } from 'react';
import { Panel } from '../../component/page.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOfficeName } from '../../lib/office.js';
import type { Event } from './event.js';

const WHOLE = 100;

export function Funding({ event }: { readonly event: Event }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const nameOf = useOfficeName();
  if (event.funding.length === 0) return null;
  return (
    <Panel title={t('event.money')} flush>
      <table className="plain ladder">
        <thead>
          <tr>
            <th>{t('order.office')}</th>
            <th className="end">{t('event.due')}</th>
            <th className="end">{t('event.received')}</th>
            <th className="end">{t('event.advanced')}</th>
            <th className="end">{t('event.paid')}</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {event.funding.map(({ businessOfficeName, currency, due, received, paid, advanced }) => (
            <tr key={`${businessOfficeName} ${currency}`}>
              <th scope="row">{nameOf(businessOfficeName)}</th>
              <td className="end">{format.amount(due, currency)}</td>
              <td className="end">{format.amount(received, currency)}</td>
              <td className="end">{format.amount(advanced, currency)}</td>
              <td className="end strong">{format.amount(paid, currency)}</td>
              <td aria-hidden>
                <Bar share={shareOf(paid, Math.max(due + paid, received))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

const shareOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;

function Bar({ share }: { readonly share: number }): ReactNode {
  return (
    <span className="track">
      <span className="fill" style={{ width: `${share * WHOLE}%` }} />
    </span>
  );
}
