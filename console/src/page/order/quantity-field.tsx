// The size of an order: a quantity, or the units for an amount. Shows the most units that the cash
// pays for, or that the customer can sell.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { AmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { Segment } from '../../component/field.js';
import { client, useRead } from '../../lib/api.js';
import { useDebounced } from '../../lib/debounced.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { isDigits } from '../../lib/typed-amount.js';
import { unitsForValue, unitsWithin } from '../../lib/units-within.js';
import { type ChosenSecurity, useSecurity } from './security.js';
import { bodyOf, type TicketValues } from './ticket-values.js';

const MEASURES = ['QUANTITY', 'VALUE'] as const;
type Measure = (typeof MEASURES)[number];

interface QuantityProps {
  readonly form: UseFormReturn<TicketValues>;
  readonly fieldError: string | undefined;
}

export function QuantityField({ form, fieldError }: QuantityProps): ReactNode {
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
    />
  );
}

/**
 * Sets the quantity of a new order from an amount or from the customer's cash. It follows the
 * prices, so that the keys from the quantity to them stay few.
 */
export function OrderSize({ form }: Pick<QuantityProps, 'form'>): ReactNode {
  const { t } = useSpeech();
  const values = useWatch({ control: form.control, compute: (all: TicketValues) => all });
  const [measure, setMeasure] = useState<Measure>('QUANTITY');
  const security = useSecurity(values.securityName);
  // Only an order at a price, or at the market, has a value before it is filled.
  const hasValue = !values.priceType.includes('STOP');
  const setUnits = (units: string) => form.setValue('quantityRequested', units);
  return (
    <div className="stack quantity">
      {hasValue && (
        <Segment
          legend={t('order.measure')}
          name="measure"
          chosen={measure}
          options={MEASURES.map((value) => ({ value, label: t(`order.measure.${value}`) }))}
          onChange={({ target }) => setMeasure(target.value === 'VALUE' ? 'VALUE' : 'QUANTITY')}
        />
      )}
      {hasValue && measure === 'VALUE' && (
        <ValueField values={values} security={security} onUnits={setUnits} />
      )}
      {values.orderType === 'BUY' && (
        <AtMost values={values} security={security} onUse={setUnits} />
      )}
    </div>
  );
}

interface ValueFieldProps {
  readonly values: TicketValues;
  readonly security: ChosenSecurity | undefined;
  readonly onUnits: (units: string) => void;
}

/** Converts an amount without charges to whole lots, at the limit or the market order's highest. */
function ValueField({ values, security, onUnits }: ValueFieldProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [value, setValue] = useState('');
  const price = useUnitPrice(values, security);
  const lotSize = security?.lotSize ?? 0;
  const units = isDigits(value) && price ? unitsForValue(Number(value), price, lotSize) : 0;
  const shown = units === 0 ? '' : String(units);
  if (shown !== values.quantityRequested) queueMicrotask(() => onUnits(shown));
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

interface AtMostProps {
  readonly values: TicketValues;
  readonly security: ChosenSecurity | undefined;
  readonly onUse: (units: string) => void;
}

/** The most units for the customer's cash, with charges. The server estimates the charges. */
function AtMost({ values, security, onUse }: AtMostProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const price = useUnitPrice(values, security);
  const { data: units } = useMostUnits(values, security, price);
  if (units === undefined) return null;
  const most = String(units);
  return (
    <p className="soft at-most" role="status">
      {t('order.at-most', { units: format.quantity(units) })}
      {units > 0 && most !== values.quantityRequested && (
        <Button small onPress={() => onUse(most)}>
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
  // The price of a bond is for 100 of its face value.
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
 * The price at which a unit is paid for: the limit, or for a market order the price that the
 * server's check of one lot assumes.
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
