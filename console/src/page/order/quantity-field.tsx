// The size of an order: a quantity, or the units for an amount. Shows the maximum units that the
// cash buys, or that the customer can sell.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { AmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { Segment } from '../../component/field.js';
import { useRead } from '../../lib/api.js';
import { client } from '../../lib/client.js';
import { useDebounced } from '../../lib/debounced.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { isDigits } from '../../lib/typed-amount.js';
import { unitsForValue, unitsWithin } from '../../lib/units-within.js';
import { type ChosenSecurity, useSecurity } from './security.js';
import { bodyOf, type TicketValues } from './ticket-values.js';

const MEASURES = ['QUANTITY', 'VALUE'] as const;
/** VALUE: the quantity is computed from an amount. */
export type Measure = (typeof MEASURES)[number];

/** Only a limit or market order has a value before it is filled. */
export const hasValue = (priceType: string): boolean => !priceType.includes('STOP');

interface QuantityProps {
  readonly form: UseFormReturn<TicketValues>;
  readonly fieldError: string | undefined;
  /** True while the quantity is computed from an amount and cannot be typed. */
  readonly isComputed: boolean;
}

export function QuantityField({ form, fieldError, isComputed }: QuantityProps): ReactNode {
  const { t } = useSpeech();
  const value = useWatch({ control: form.control, name: 'quantityRequested' });
  const { ref, name } = form.register('quantityRequested');
  return (
    <AmountField
      label={t('order.quantity')}
      decimals={0}
      ref={ref}
      name={name}
      value={value}
      onChange={(next) => form.setValue('quantityRequested', next)}
      fieldError={fieldError}
      readOnly={isComputed}
    />
  );
}

interface SizeProps extends Pick<QuantityProps, 'form'> {
  readonly measure: Measure;
  readonly onMeasure: (measure: Measure) => void;
}

/**
 * Sets the quantity of a new order from an amount or from the customer's cash. This control comes
 * after the prices, so that they stay only a few keystrokes away from the quantity.
 */
export function OrderSize({ form, measure, onMeasure }: SizeProps): ReactNode {
  const { t } = useSpeech();
  const values = useWatch({ control: form.control, compute: (all: TicketValues) => all });
  const security = useSecurity(values.securityName);
  return (
    <div className="stack quantity">
      {hasValue(values.priceType) && (
        <Segment
          legend={t('order.measure')}
          name="measure"
          chosen={measure}
          options={MEASURES.map((value) => ({ value, label: t(`order.measure.${value}`) }))}
          onChange={({ target }) => onMeasure(target.value === 'VALUE' ? 'VALUE' : 'QUANTITY')}
        />
      )}
      {hasValue(values.priceType) && measure === 'VALUE' && (
        <ValueField form={form} values={values} security={security} />
      )}
      {values.orderType === 'BUY' && (
        <AtMost form={form} values={values} security={security} measure={measure} />
      )}
    </div>
  );
}

interface ValueFieldProps extends Pick<QuantityProps, 'form'> {
  readonly values: TicketValues;
  readonly security: ChosenSecurity | undefined;
}

/**
 * Converts an amount before charges to whole lots, at the limit or at the highest price of a market
 * order.
 */
function ValueField({ form, values, security }: ValueFieldProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [value, setValue] = useState('');
  const price = useUnitPrice(values, security);
  const lotSize = security?.lotSize ?? 0;
  const units = isDigits(value) && price ? unitsForValue(Number(value), price, lotSize) : 0;
  const shown = units === 0 ? '' : String(units);
  useEffect(() => form.setValue('quantityRequested', shown), [form, shown]);
  return (
    <AmountField
      label={`${t('order.measure.VALUE')} ${security?.currency ?? ''}`.trim()}
      currency={security?.currency}
      value={value}
      onChange={setValue}
      hint={
        units > 0
          ? t('order.value.units', {
              units: format.quantity(units),
              price: format.price(price),
              value: format.amount(units * (price ?? 0), security?.currency),
            })
          : t('order.value.hint')
      }
    />
  );
}

type AtMostProps = ValueFieldProps & Pick<SizeProps, 'measure'>;

/**
 * The maximum units that the customer's cash can buy, including charges. The server estimates the
 * charges.
 */
function AtMost({ form, values, security, measure }: AtMostProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const price = useUnitPrice(values, security);
  const { data: units } = useMostUnits(values, security, price);
  if (units === undefined) return null;
  const most = String(units);
  return (
    <p className="soft at-most" role="status">
      {t('order.at-most', { units: format.quantity(units) })}
      {units > 0 && measure === 'QUANTITY' && most !== values.quantityRequested && (
        <Button small onPress={() => form.setValue('quantityRequested', most)}>
          {t('order.at-most.use')}
        </Button>
      )}
    </p>
  );
}

function useMostUnits(
  values: TicketValues,
  security: ChosenSecurity | undefined,
  price: number | undefined,
) {
  const { portfolioId: id, commissionGroupName, securityName } = values;
  const mayReadPortfolio = useMay('order.portfolio.read');
  const mayReadCustomer = useMay('party.customer.read');
  const { data: portfolio } = useRead('order/portfolio/id/{id}', {
    path: { id },
    enabled: id !== '' && mayReadPortfolio,
  });
  const { data: customer } = useRead('partner/customer/id/{id}', {
    path: { id: portfolio?.customerId ?? 0 },
    enabled: portfolio !== undefined && mayReadCustomer,
  });
  const { data: balance } = useRead('partner/portfolio-net-trade-balance/id/{id}', {
    path: { id },
    enabled: id !== '',
  });
  // A bond's price is per 100 of face value.
  const isUnitPriced = security !== undefined && !security.securityType.startsWith('BOND');
  const isSameCurrency = balance?.currency === security?.currency;
  const query = {
    ...{ side: 'BUY' as const, securityName, orderOrigin: 'DEALER', price: price ?? 0 },
    businessOffice: customer?.businessOfficeName,
    commissionGroupName: commissionGroupName || customer?.customerGroupName,
  };
  const cash = balance?.clearedAmount ?? 0;
  const lotSize = security?.lotSize ?? 1;
  return useQuery({
    queryKey: ['order/feeschedule/estimate', 'at-most', query, cash, lotSize],
    queryFn: ({ signal }) =>
      unitsWithin({
        ...{ cash, price: query.price, lotSize },
        netAmountOf: async (quantity) => {
          const asked = {
            to: 'order/feeschedule/estimate',
            query: { ...query, quantity },
          } as const;
          const reply = await client.request({ method: 'GET', ...asked, signal });
          return Number(Object(reply).netAmount);
        },
      }),
    enabled: isUnitPriced && isSameCurrency && customer !== undefined && price !== undefined,
    retry: false,
  });
}

/**
 * The price per unit: the limit or, for a market order, the price that the server assumes when it
 * checks one lot.
 */
function useUnitPrice(
  values: TicketValues,
  security: ChosenSecurity | undefined,
): number | undefined {
  const { priceType, limitPrice, portfolioName } = useDebounced(values);
  const lotSize = security?.lotSize ?? 1;
  const lot = bodyOf({ ...values, quantityRequested: String(lotSize) }, undefined);
  const isMarket = priceType === 'MARKET';
  const probe = useQuery({
    queryKey: ['order/tradeorder/validate', 'price', lot],
    queryFn: ({ signal }) =>
      client.request({ method: 'POST', to: 'order/tradeorder/validate', body: lot, signal }),
    enabled: isMarket && security !== undefined && portfolioName !== '',
    retry: false,
  });
  if (!isMarket) return isDigits(limitPrice) ? Number(limitPrice) : undefined;
  const consideration: unknown = Object(Object(probe.data).estimate).consideration;
  return typeof consideration === 'number' ? consideration / lotSize : undefined;
}
