// The order ticket. After each pause in typing, the server checks the order and returns its charges
// and the remaining cash. The order is placed only when the user submits it.

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { ExchangeNotices, useIsOut } from '../../component/exchange-outage.js';
import { Segment, SelectField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Loading } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useSpeech } from '../../lib/language.js';
import { notify } from '../../lib/toast.js';
import { write } from '../../lib/write.js';
import { type CheckedOrder, Estimate, useOrderCheck } from './estimate.js';
import { hasValue, type Measure, OrderSize, QuantityField } from './quantity-field.js';
import { useSecurity } from './security.js';
import { termLabel } from './term.js';
import { PortfolioField, SecurityField } from './ticket-choice.js';
import { More } from './ticket-more.js';
import { bodyOf, EMPTY, MORE_MEMBERS, PRICE_TYPES, type TicketValues } from './ticket-values.js';

const DRAFT = 'order';
/** The key of an amendment's draft. */
const amendmentOf = (id: string): string => `order-${id}`;
/** The names of fields that show their own errors. */
const SHOWN = [
  ...['portfolioName', 'securityName', 'quantityRequested', 'limitPrice', 'stopPrice'],
  'orderEndDate',
  ...MORE_MEMBERS.filter((member) => member !== 'doNotAdjust'),
];

interface TicketProps {
  /** `new`, or the id of the order to amend. */
  readonly of: string;
  /** The id of a new ticket's initial portfolio. */
  readonly portfolio?: string | undefined;
  /** The security and side of a ticket that opens from the market. */
  readonly start?: TicketStart | undefined;
  /** May return a promise. The ticket awaits it before it opens the order. */
  readonly onClose: () => unknown;
}

type TicketStart = Pick<TicketValues, 'securityName' | 'orderType'>;

export function Ticket({ of, portfolio, start, onClose }: TicketProps): ReactNode {
  const { t } = useSpeech();
  const isNew = of === 'new';
  const order = useRead('order/tradeorder/id/{id}', { path: { id: of }, enabled: !isNew });
  const given = useRead('order/portfolio/id/{id}', {
    path: { id: portfolio ?? '' },
    enabled: portfolio !== undefined,
  });
  const isWaiting = (!isNew && !order.data) || (portfolio !== undefined && !given.data);
  return (
    <Dialog title={t(isNew ? 'order.new' : 'order.amend')} onClose={onClose} place="side">
      <Problem error={order.error ?? given.error} />
      {isWaiting ? (
        <Loading />
      ) : (
        <TicketForm
          id={isNew ? undefined : of}
          first={
            isNew ? firstOf(given.data, start) : draftOf(amendmentOf(of), valuesOf(order.data))
          }
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type Given = { readonly id: number; readonly name: string; readonly customerLabel: string };

function firstOf(given: Given | undefined, start: TicketStart | undefined): TicketValues {
  const draft = draftOf(DRAFT, EMPTY);
  if (start !== undefined) {
    const { securityName, orderType } = start;
    const isSame = draft.securityName === securityName && draft.orderType === orderType;
    return isSame ? draft : { ...EMPTY, securityName, orderType };
  }
  if (given === undefined || draft.portfolioId === String(given.id)) return draft;
  const { id, name, customerLabel } = given;
  return { ...EMPTY, portfolioId: String(id), portfolioName: name, customerLabel };
}

function valuesOf(order: CheckedOrder | undefined): TicketValues {
  if (order === undefined) return EMPTY;
  return {
    ...EMPTY,
    portfolioName: order.portfolioName,
    portfolioId: String(order.portfolioId),
    customerLabel: order.customerLabel,
    securityName: order.securityName,
    orderType: order.orderType === 'SELL' ? 'SELL' : 'BUY',
    priceType: PRICE_TYPES.find((each) => each === order.priceType) ?? 'MARKET',
    quantityRequested: order.quantityRequested,
    limitPrice: String(order.limitPrice ?? ''),
    stopPrice: String(order.stopPrice ?? ''),
    orderTermName: order.orderTermName,
    orderEndDate: order.orderEndDate?.slice(0, 10) ?? '',
    custodianName: order.custodianName ?? '',
    agentName: order.agentName ?? '',
    referenceOrderId: String(order.referenceOrderId ?? ''),
    settlementInstructions: order.settlementInstructions ?? '',
    doNotAdjust: order.doNotAdjust,
  };
}

function sendingOf(values: TicketValues, id: string | undefined) {
  const body = bodyOf(values, id);
  return id === undefined
    ? write('post', 'order/tradeorder/submit', { body })
    : write('put', 'order/tradeorder/update', { body });
}

interface TicketFormProps {
  readonly id: string | undefined;
  readonly first: TicketValues;
  readonly onClose: () => unknown;
}

function TicketForm({ id, first, onClose }: TicketFormProps): ReactNode {
  const { t, word } = useSpeech();
  const navigate = useNavigate();
  const act = useAct();
  const form = useForm<TicketValues>({ defaultValues: first });
  const values = useWatch({ control: form.control, compute: (all: TicketValues) => all });
  const check = useOrderCheck(values, id);
  const draft = id === undefined ? DRAFT : amendmentOf(id);
  useDraft(draft, form);
  const error = act.error ?? check.error;
  const exchange = useSecurity(values.securityName)?.exchange;
  const isOut = useIsOut(exchange);
  const isAmended = id !== undefined;
  const submit = form.handleSubmit(async (sent) => {
    const label = `${sent.quantityRequested} ${sent.securityName}`;
    const reply = await act.run(sendingOf(sent, id), {
      ...(isOut && !isAmended
        ? {}
        : { say: isAmended ? t('order.amended') : t('order.sent', { label }) }),
      touches: ['order/tradeorder'],
    });
    if (reply === undefined) return;
    if (isOut && !isAmended) {
      notify(t('order.booked', { id: String(reply.id), exchange: exchange ?? '' }));
    }
    dropDraft(draft);
    // Replaces the URL first, so that Back does not reopen the ticket.
    await onClose();
    if (!isAmended) await navigate({ to: '/orders/$id', params: { id: String(reply.id) } });
  });
  return (
    <Form onSubmit={submit} onEdit={act.clear}>
      <Segment
        legend={t('order.side')}
        options={[
          { value: 'BUY', label: word('BUY') },
          { value: 'SELL', label: word('SELL') },
        ]}
        disabled={isAmended}
        {...form.register('orderType')}
      />
      <PortfolioField
        form={form}
        fieldError={fieldErrorOf(error, 'portfolioName')}
        isFixed={isAmended}
      />
      <SecurityField
        form={form}
        fieldError={fieldErrorOf(error, 'securityName')}
        isFixed={isAmended}
      />
      <Terms form={form} error={error} isAmended={isAmended} />
      <More form={form} error={error} isAmended={isAmended} />
      <Estimate values={values} check={check} />
      {exchange !== undefined && <ExchangeNotices exchange={exchange} />}
      <Problem error={error} shown={SHOWN} />
      <div className="actions end">
        <CurlButton write={() => sendingOf(form.getValues(), id)} />
        <Button
          tone="primary"
          type="submit"
          isPending={act.isPending}
          isDisabled={check.data === undefined}
        >
          {t(isAmended ? 'order.amend' : isOut ? 'order.book' : 'order.send')}
        </Button>
      </div>
    </Form>
  );
}

interface TermsProps {
  readonly form: ReturnType<typeof useForm<TicketValues>>;
  readonly error: unknown;
  readonly isAmended: boolean;
}

/** The FIX code for an order that is valid until a date. */
const GOOD_TILL_DATE = '6';

interface EndDateProps extends Pick<TermsProps, 'form' | 'error'> {
  readonly terms: readonly { readonly name: string; readonly fixTimeInForce: string }[] | undefined;
}

/** The order's last day, if its term requires one. */
function EndDate({ form, error, terms }: EndDateProps): ReactNode {
  const { t } = useSpeech();
  const term = useWatch({ control: form.control, name: 'orderTermName' });
  const security = useWatch({ control: form.control, name: 'securityName' });
  const exchange = useSecurity(security)?.exchange;
  const known = terms?.find(({ name }) => name === term);
  const takesDate = known?.fixTimeInForce === GOOD_TILL_DATE;
  // A date left over from another term would be refused.
  useEffect(() => {
    if (known !== undefined && !takesDate) form.setValue('orderEndDate', '');
  }, [form, known, takesDate]);
  if (!takesDate) return null;
  return (
    <FormDateField
      label={t('order.until')}
      fieldError={fieldErrorOf(error, 'orderEndDate')}
      control={form.control}
      name="orderEndDate"
      warnsOfClosed={exchange === undefined ? {} : { exchange }}
    />
  );
}

function Terms({ form, error, isAmended }: TermsProps): ReactNode {
  const { t, word } = useSpeech();
  const priceType = useWatch({ control: form.control, name: 'priceType' });
  const terms = useRead('order/tradeorderterm/list/active', { query: { s: 100 } });
  const [known] = useState(() => form.getValues('orderTermName'));
  const [hasPrice] = useState(() => priceType.includes('LIMIT'));
  const [measure, setMeasure] = useState<Measure>('QUANTITY');
  // An amendment focuses the price, which is amended most often, or else the quantity.
  useEffect(() => {
    if (!isAmended) return;
    form.setFocus(hasPrice ? 'limitPrice' : 'quantityRequested', { shouldSelect: true });
  }, [form, isAmended, hasPrice]);
  const offered = terms.data?.result ?? [{ name: known, label: known }];
  return (
    <div className="form two">
      <QuantityField
        form={form}
        fieldError={fieldErrorOf(error, 'quantityRequested')}
        isComputed={measure === 'VALUE' && hasValue(priceType)}
      />
      <SelectField label={t('order.price-type')} {...form.register('priceType')}>
        {PRICE_TYPES.map((type) => (
          <option key={type} value={type}>
            {word(type)}
          </option>
        ))}
      </SelectField>
      {priceType.includes('LIMIT') && (
        <FormAmountField
          label={t('order.limit-price')}
          fieldError={fieldErrorOf(error, 'limitPrice')}
          control={form.control}
          name="limitPrice"
        />
      )}
      {priceType.includes('STOP') && (
        <FormAmountField
          label={t('order.stop-price')}
          fieldError={fieldErrorOf(error, 'stopPrice')}
          control={form.control}
          name="stopPrice"
        />
      )}
      <SelectField label={t('order.term')} {...form.register('orderTermName')}>
        {offered.map(({ name, label }) => (
          <option key={name} value={name}>
            {termLabel(name, label, word)}
          </option>
        ))}
      </SelectField>
      <EndDate form={form} error={error} terms={terms.data?.result} />
      {!isAmended && <OrderSize form={form} measure={measure} onMeasure={setMeasure} />}
    </div>
  );
}
