// An agent's statement shows the agent's share of the commission for each contract note, and the
// totals. A payment can be started from it.

import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateField } from '../../component/date-field.js';
import { Empty, Figures, Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { ScrollX } from '../../component/scroll-x.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import type { RecordSearch } from './search.js';

const route = getRouteApi('/reference/$kind/$id');

/** The maximum number of statement lines shown. */
const SHOWN_MAX = 500;

export function AgentStatement({ agentName }: { readonly agentName: string }): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayPay = useMay('finance.journal.create');
  const set = (change: RecordSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const filter = { agentName, sd: search.sd, ed: search.ed };
  const { data, error } = useRead('order/agentcommission/summary', { query: filter });
  return (
    <Panel
      title={t('agent.statement')}
      actions={
        <div className="actions">
          {mayPay && (
            <Link to="/journals" search={{ form: 'new' }}>
              {t('agent.pay')}
            </Link>
          )}
        </div>
      }
    >
      <div className="stack">
        <search className="filters">
          <DateField
            label={t('field.from')}
            value={search.sd}
            onChange={(sd) => set({ sd })}
            isInline
          />
          <DateField
            label={t('field.to')}
            value={search.ed}
            onChange={(ed) => set({ ed })}
            isInline
          />
        </search>
        <Problem error={error} />
        {data?.result.map((sum) => (
          <Sums key={sum.currency} of={sum} />
        ))}
        <p className="faint">{t('agent.pay.hint')}</p>
        <Lines filter={filter} />
      </div>
    </Panel>
  );
}

interface Sum {
  readonly currency: string;
  readonly earned: number;
  readonly takenBack: number;
  readonly amount: number;
}

function Sums({ of }: { readonly of: Sum }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  return (
    <Figures
      of={{
        [t('agent.earned')]: format.amount(of.earned, of.currency),
        [t('agent.taken-back')]: format.amount(of.takenBack, of.currency),
        [t('agent.net')]: format.amount(of.amount, of.currency),
      }}
    />
  );
}

interface LinesProps {
  readonly filter: {
    readonly agentName: string;
    readonly sd: string | undefined;
    readonly ed: string | undefined;
  };
}

function Lines({ filter }: LinesProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data, error } = useRead('order/agentcommission/list', {
    query: { ...filter, s: SHOWN_MAX },
  });
  if (error) return <Problem error={error} />;
  if (data?.count === 0) {
    return (
      <Empty title={t('agent.none')}>
        <p>{t('agent.none.hint')}</p>
      </Empty>
    );
  }
  return (
    <ScrollX label={t('agent.statement')}>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('agent.booked')}</th>
            <th>{t('order.note')}</th>
            <th>{t('agent.order')}</th>
            <th>{t('order.customer')}</th>
            <th className="end">{t('reference.share.percent')}</th>
            <th className="end">{t('cash.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map((line) => (
            <tr key={line.journalId}>
              <td>{format.day(line.bookingDate)}</td>
              <th scope="row">{line.contractNoteName}</th>
              <td>
                <Link to="/orders/$id" params={{ id: String(line.orderId) }}>
                  {line.orderName}
                </Link>
              </td>
              <td>{line.customerName}</td>
              <td className="end">{format.quantity(line.sharePercent)}</td>
              <td className="end">{format.amount(line.amount, line.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data !== undefined && data.count > data.result.length && (
        <p className="faint padded">
          {t('agent.more', { shown: data.result.length, count: data.count })}
        </p>
      )}
    </ScrollX>
  );
}
