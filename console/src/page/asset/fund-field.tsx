// The fund of a subscription or redemption, and the order size: an amount, units, or all units.

import type { ReactNode } from 'react';
import { FormAmountField } from '../../component/amount-field.js';
import { Segment } from '../../component/field.js';
import { fieldErrorOf } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { MEASURES } from './placement.js';
import { OFFERED_MAX, type ProductProps, ProductSelect } from './product-field.js';

const HOLDINGS_MAX = 200;
const WAYS = ['SUBSCRIPTION', 'REDEMPTION'] as const;

interface FundProps extends ProductProps {
  readonly customerId: number;
}

export function FundFields(props: FundProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { form, values, error } = props;
  const { data } = useRead('order/fund/list/active', { query: { s: OFFERED_MAX } });
  const offers = (data?.result ?? []).map(({ name, label, currency, navPerUnit }) => ({
    name,
    text: `${label} (${currency} ${format.price(navPerUnit)})`,
  }));
  const isRedemption = values.transType === 'REDEMPTION';
  const measures = MEASURES.filter((each) => isRedemption || each !== 'ALL');
  const measure = measures.find((each) => each === values.measure) ?? 'AMOUNT';
  return (
    <>
      <Segment
        legend={t('placement.way')}
        options={WAYS.map((value) => ({ value, label: word(value) }))}
        {...form.register('transType', {
          // Only a redemption can be for all units.
          onChange: () => form.setValue('measure', 'AMOUNT'),
        })}
      />
      <ProductSelect {...props} offers={offers} />
      <Segment
        legend={t('placement.measure')}
        options={measures.map((value) => ({ value, label: t(`placement.measure.${value}`) }))}
        {...form.register('measure', { onChange: () => form.setValue('amount', '') })}
      />
      {isRedemption && <Redeemable {...props} />}
      {measure !== 'ALL' && (
        <FormAmountField
          label={t(measure === 'UNITS' ? 'approval.units' : 'cash.amount')}
          fieldError={fieldErrorOf(error, 'amount') ?? fieldErrorOf(error, 'units')}
          control={form.control}
          name="amount"
        />
      )}
    </>
  );
}

/** Shows the units that the customer can redeem. */
function Redeemable({ customerId, values }: FundProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/fund/holding/customer/list', {
    query: { c: customerId, s: HOLDINGS_MAX },
  });
  if (data === undefined || values.product === '') return null;
  const held = data.result.filter(
    ({ fundName, portfolioName = '' }) =>
      fundName === values.product && portfolioName === values.portfolioName,
  );
  const [holding] = held;
  return (
    <p className="soft">
      {holding === undefined
        ? t('fund.redeemable.none')
        : t('fund.redeemable', {
            units: format.quantity(holding.availableUnits),
            value: format.amount(holding.value, holding.currency),
          })}
    </p>
  );
}
