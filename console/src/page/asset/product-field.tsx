// Lets the user choose the product of a placement: a type or an issue, and its options.

import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormAmountField } from '../../component/amount-field.js';
import { SelectField } from '../../component/field.js';
import { fieldErrorOf } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { PlacementValues } from './placement.js';

export const OFFERED_MAX = 200;

const RULES = [
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'PRINCIPAL_AND_GROSS_INTEREST',
  'NET_INTEREST_ONLY',
] as const;

export interface ProductProps {
  readonly form: UseFormReturn<PlacementValues>;
  readonly values: PlacementValues;
  readonly error: unknown;
}

interface Offer {
  readonly name: string;
  readonly text: string;
}

export function ProductSelect(
  props: ProductProps & { readonly offers: readonly Offer[] },
): ReactNode {
  const { t } = useSpeech();
  const { form, error, offers } = props;
  const fieldError = fieldErrorOf(error, 'instrumentTypeName') ?? fieldErrorOf(error, 'fundName');
  return (
    <SelectField label={t('income.product')} fieldError={fieldError} {...form.register('product')}>
      <option value="">{t('placement.choose')}</option>
      {offers.map(({ name, text }) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** A type with a negotiable tenure and possibly a negotiable rate. */
interface Terms {
  readonly tenures?: readonly number[] | null;
  readonly defaultTenure?: number;
  readonly minimumRate?: number;
  readonly maximumRate?: number;
  /** Set for commercial paper. The rate of a deposit comes from its rate card. */
  readonly rate?: number;
}

export function DepositFields(props: ProductProps): ReactNode {
  const { values } = props;
  const { data } = useRead('order/terminstrumenttype/list/active', {
    query: { s: OFFERED_MAX },
  });
  const types = (data?.result ?? []).filter(({ loanProduct }) => loanProduct !== true);
  const offers = types.map(({ name, label, currency }) => ({
    name,
    text: `${label} (${currency})`,
  }));
  return (
    <>
      <ProductSelect {...props} offers={offers} />
      <TermFields {...props} type={types.find(({ name }) => name === values.product)} />
      <RolloverField {...props} hasUsual />
    </>
  );
}

/**
 * The maturity instruction. Only deposit types have a default rule. Other placements are paid out
 * by default.
 */
function RolloverField(props: ProductProps & { readonly hasUsual?: boolean }): ReactNode {
  const { t, word } = useSpeech();
  const { form, error, hasUsual = false } = props;
  return (
    <SelectField
      label={t('income.rollover')}
      fieldError={fieldErrorOf(error, 'rolloverRule')}
      {...form.register('rolloverRule')}
    >
      {hasUsual && <option value="">{t('placement.rollover.usual')}</option>}
      <option value={hasUsual ? 'NONE' : ''}>{t('income.rollover.none')}</option>
      {RULES.map((rule) => (
        <option key={rule} value={rule}>
          {word(rule)}
        </option>
      ))}
    </SelectField>
  );
}

export function PaperFields(props: ProductProps): ReactNode {
  const { percentSign } = useFormat();
  const { data } = useRead('order/discountedinstrumenttype/list/active', {
    query: { s: OFFERED_MAX },
  });
  const types = data?.result ?? [];
  const offers = types.map(({ name, label, currency, rate }) => ({
    name,
    text: [`${label} (${currency})`, rate && `${rate}${percentSign}`].filter(Boolean).join(' · '),
  }));
  return (
    <>
      <ProductSelect {...props} offers={offers} />
      <TermFields {...props} type={types.find(({ name }) => name === props.values.product)} />
      <RolloverField {...props} />
    </>
  );
}

/** Shows the tenure field, and the rate field if the type allows negotiated rates. */
function TermFields(props: ProductProps & { readonly type: Terms | undefined }): ReactNode {
  const { t } = useSpeech();
  const { percentSign } = useFormat();
  const { form, error, type } = props;
  const { minimumRate, maximumRate } = type ?? {};
  return (
    <>
      <FormAmountField
        label={t('placement.tenure')}
        hint={type?.tenures?.join(', ')}
        placeholder={String(type?.defaultTenure ?? '')}
        fieldError={fieldErrorOf(error, 'tenure')}
        control={form.control}
        name="tenure"
        decimals={0}
      />
      {minimumRate !== undefined && (
        <FormAmountField
          label={t('placement.rate')}
          hint={`${minimumRate}${percentSign} – ${maximumRate ?? ''}${percentSign}`}
          placeholder={String(type?.rate ?? '')}
          fieldError={fieldErrorOf(error, 'currentRate')}
          control={form.control}
          name="rate"
          allowsZero
        />
      )}
    </>
  );
}

export function BillFields(props: ProductProps): ReactNode {
  const format = useFormat();
  const { data } = useRead('order/treasurybillissue/list/active', {
    query: { s: OFFERED_MAX },
  });
  const offers = (data?.result ?? []).map(({ name, label, maturityDate, stopRate }) => ({
    name,
    text: [label, format.day(maturityDate), stopRate && `${stopRate}${format.percentSign}`]
      .filter(Boolean)
      .join(' · '),
  }));
  return (
    <>
      <ProductSelect {...props} offers={offers} />
      <RolloverField {...props} />
    </>
  );
}
