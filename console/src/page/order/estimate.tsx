// Shows the charges, net amount and remaining cash of an order, from a dry run on the server.

import type { ReplyOf } from '@countinghouse/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useRead } from '../../lib/api.js';
import { client } from '../../lib/client.js';
import { useDebounced } from '../../lib/debounced.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { warningsOf } from '../../lib/warning.js';
import { bodyOf, type TicketValues } from './ticket-values.js';

export type CheckedOrder = ReplyOf<'get', 'order/tradeorder/id/{id}'>;

interface OrderCheck {
  readonly estimate?: {
    readonly consideration: number;
    readonly charges: readonly {
      readonly code: string;
      readonly onCode?: string;
      readonly amount: number;
    }[];
    readonly tradeDates: number;
    readonly totalCharges: number;
    readonly netAmount: number;
  };
  readonly result: { readonly orderCurrency: string };
}

/** Checks the ticket with a dry run. Does nothing while a required field is empty. */
export function useOrderCheck(
  values: TicketValues,
  id: string | undefined,
): UseQueryResult<OrderCheck, Error> {
  const debounced = useDebounced(values);
  const isWhole = [
    debounced.portfolioName,
    debounced.securityName,
    debounced.quantityRequested,
  ].every((text) => text !== '');
  const needsLimit = debounced.priceType.includes('LIMIT') && debounced.limitPrice === '';
  const needsStop = debounced.priceType.includes('STOP') && debounced.stopPrice === '';
  const body = bodyOf(debounced, id);
  return useQuery<OrderCheck, Error>({
    queryKey: ['order/tradeorder/validate', body],
    queryFn: ({ signal }) =>
      id === undefined
        ? client.request({ method: 'POST', to: 'order/tradeorder/validate', body, signal })
        : client.request({
            method: 'PUT',
            to: 'order/tradeorder/update',
            body,
            signal,
            dryRun: true,
          }),
    enabled: isWhole && !needsLimit && !needsStop,
    staleTime: 0,
    gcTime: 0,
  });
}

interface EstimateProps {
  readonly values: TicketValues;
  readonly check: UseQueryResult<OrderCheck, Error>;
}

export function Estimate({ values, check }: EstimateProps): ReactNode {
  const { t } = useSpeech();
  const estimate = check.data?.estimate;
  const currency = check.data?.result.orderCurrency;
  if (check.data === undefined) {
    // The refusal is shown below.
    if (check.error !== null) return null;
    return (
      <p className="faint" aria-live="polite">
        {t(check.isFetching ? 'order.ticket.checking' : 'order.ticket.hint')}
      </p>
    );
  }
  return (
    <section className="panel">
      <div className="body stack">
        <p className="good" role="status">
          <Check className="icon" aria-hidden /> {t('order.ticket.good')}
        </p>
        {warningsOf(check.data).map(({ code, detail }) => (
          <p key={code} className="wait">
            {detail}
          </p>
        ))}
        {estimate !== undefined && (
          <Lines estimate={estimate} side={values.orderType} currency={currency} />
        )}
        {values.orderType === 'BUY' ? (
          <CashAfter portfolioId={values.portfolioId} netAmount={estimate?.netAmount} />
        ) : (
          <UnitsLeft portfolioId={values.portfolioId} securityName={values.securityName} />
        )}
      </div>
    </section>
  );
}

interface LinesProps {
  readonly estimate: NonNullable<OrderCheck['estimate']>;
  readonly side: string;
  readonly currency: string | undefined;
}

function Lines({ estimate, side, currency }: LinesProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  return (
    <div className="estimate">
      <div>
        <span>{t('order.consideration')}</span>
        <span>{format.amount(estimate.consideration, currency)}</span>
      </div>
      {estimate.charges.map(({ code, onCode, amount }) => (
        <Fragment key={`${code} ${onCode}`}>
          <div className="soft">
            <span>{onCode === undefined ? word(code) : `${word(code)} (${word(onCode)})`}</span>
            <span>{format.amount(amount)}</span>
          </div>
        </Fragment>
      ))}
      <div className="sum">
        <span>{t(side === 'BUY' ? 'order.ticket.net-buy' : 'order.ticket.net-sell')}</span>
        <span>{format.amount(estimate.netAmount, currency)}</span>
      </div>
      {estimate.tradeDates > 1 && (
        <p className="soft">{t('order.ticket.dates', { count: estimate.tradeDates })}</p>
      )}
    </div>
  );
}

function CashAfter(props: {
  readonly portfolioId: string;
  readonly netAmount: number | undefined;
}): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('partner/portfolio-trade-balance/id/{id}', {
    path: { id: props.portfolioId },
    enabled: props.portfolioId !== '',
  });
  if (data === undefined) return null;
  return (
    <div className="estimate">
      <div>
        <span>{t('order.ticket.cash')}</span>
        <span>{format.amount(data.amount, data.currency)}</span>
      </div>
      <div className="sum">
        <span>{t('order.ticket.buy-cash')}</span>
        <span>{format.amount(data.amount - (props.netAmount ?? 0), data.currency)}</span>
      </div>
    </div>
  );
}

function UnitsLeft(props: {
  readonly portfolioId: string;
  readonly securityName: string;
}): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/portfolio/holdings/id/{id}', {
    path: { id: props.portfolioId },
    enabled: props.portfolioId !== '',
  });
  const holding = data?.result.find(({ securityName }) => securityName === props.securityName);
  if (holding === undefined) return null;
  return (
    <p className="soft">
      {t('order.sell.available', { quantity: format.quantity(holding.availableQuantity) })}
    </p>
  );
}
