// How a reference data record is used: an agent's statement, a custodian's portfolios, a gateway's
// payments.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Empty, Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { AgentStatement } from './agent-statement.js';
import type { ReferenceRecord } from './kind.js';
import type { ReferenceName } from './search.js';

/** The maximum number of portfolios shown for a custodian. */
const SHOWN_MAX = 200;

interface UseProps {
  readonly record: ReferenceRecord;
}

export function Use({ of, record }: UseProps & { readonly of: ReferenceName }): ReactNode {
  switch (of) {
    case 'payment-gateway':
      return <GatewayUse record={record} />;
    case 'agent':
      return <AgentUse record={record} />;
    case 'custodian':
      return <CustodianUse record={record} />;
    case 'portfolio-type':
    case 'customer-group':
    case 'business-office':
      return null;
    default:
      return of satisfies never;
  }
}

function GatewayUse({ record }: UseProps): ReactNode {
  const { t } = useSpeech();
  const mayRead = useMay('finance.cash-transaction.read');
  const { data } = useRead('finance/cash-transaction/list', {
    query: { paymentGatewayId: record.id, s: 1 },
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Panel title={t('reference.use')}>
      <Link to="/cash" search={{ gateway: String(record.id), state: 'ALL' }}>
        {t('reference.use.cash', { count: data?.count ?? 0 })}
      </Link>
    </Panel>
  );
}

function AgentUse({ record: { name } }: UseProps): ReactNode {
  const mayStatement = useMay('order.agent-commission.read');
  return (
    <>
      <OrdersOf of={{ agentName: name }} />
      {mayStatement && <AgentStatement agentName={name} />}
    </>
  );
}

function OrdersOf(props: {
  readonly of: { readonly agentName?: string; readonly custodianName?: string };
}): ReactNode {
  const { t } = useSpeech();
  const mayRead = useMay('order.trade-order.read');
  const { data } = useRead('order/tradeorder/list', {
    query: { ...props.of, s: 1 },
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Panel title={t('reference.use')}>
      <Link to="/orders" search={props.of}>
        {t('reference.use.orders', { count: data?.count ?? 0 })}
      </Link>
    </Panel>
  );
}

function CustodianUse({ record: { name } }: UseProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayRead = useMay('order.portfolio.read');
  const { data } = useRead('order/portfolio/custodian/list', {
    query: { custodianName: name, s: SHOWN_MAX },
    enabled: mayRead,
  });
  return (
    <>
      <OrdersOf of={{ custodianName: name }} />
      {data !== undefined && (
        <Panel
          title={t('reference.portfolios')}
          actions={<span className="faint">{format.quantity(data.count)}</span>}
          flush
        >
          {data.count === 0 ? (
            <Empty title={t('reference.portfolios.none')}>
              <p>{t('reference.portfolios.none.hint')}</p>
            </Empty>
          ) : (
            <table className="plain">
              <thead>
                <tr>
                  <th>{t('order.portfolio')}</th>
                  <th>{t('order.customer')}</th>
                  <th>{t('reference.account')}</th>
                  <th>{t('reference.standing')}</th>
                </tr>
              </thead>
              <tbody>
                {data.result.map((each) => (
                  <tr key={each.portfolioId}>
                    <th scope="row">{each.portfolioName}</th>
                    <td>
                      <Link to="/customers/$id" params={{ id: String(each.customerId) }}>
                        {each.customerLabel}
                      </Link>
                    </td>
                    <td>{each.accountNo}</td>
                    <td>{each.standing && t('reference.yes')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      )}
    </>
  );
}
