// Which product is placed: the types, issues and funds on offer, and what each lets one choose.

import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Segment, SelectField, TextField } from '../../component/field.js';
import { faultOf } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { PlacementValues } from './placement.js';

const OFFERED_MOST = 200;

const RULES = [
  'NONE',
  'PRINCIPAL_ONLY',
  'PRINCIPAL_AND_NET_INTEREST',
  'PRINCIPAL_AND_GROSS_INTEREST',
  'NET_INTEREST_ONLY',
] as const;

interface ProductProps {
  readonly form: UseFormReturn<PlacementValues>;
  readonly values: PlacementValues;
  readonly error: unknown;
}

export function ProductFields(props: ProductProps): ReactNode {
  switch (props.values.kind) {
    case 'DEPOSIT':
      return <DepositFields {...props} />;
    case 'BILL':
      return <BillFields {...props} />;
    case 'FUND':
      return <FundFields {...props} />;
  }
}

interface Offer {
  readonly name: string;
  readonly text: string;
}

function ProductSelect(props: ProductProps & { readonly offers: readonly Offer[] }): ReactNode {
  const { t } = useSpeech();
  const { form, error, offers } = props;
  const fault = faultOf(error, 'instrumentTypeName') ?? faultOf(error, 'fundName');
  return (
    <SelectField label={t('income.product')} fault={fault} {...form.register('product')}>
      <option value="">{t('placement.choose')}</option>
      {offers.map(({ name, text }) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

function DepositFields(props: ProductProps): ReactNode {
  const { t, word } = useSpeech();
  const { form, values, error } = props;
  const { data } = useRead('order/terminstrumenttype/list/active', {
    query: { s: OFFERED_MOST },
  });
  const types = (data?.result ?? []).filter(({ loanProduct }) => loanProduct !== true);
  const type = types.find(({ name }) => name === values.product);
  const offers = types.map(({ name, label, currency }) => ({
    name,
    text: `${label} (${currency})`,
  }));
  return (
    <>
      <ProductSelect {...props} offers={offers} />
      <TextField
        label={t('placement.tenure')}
        hint={type?.tenures?.join(', ')}
        placeholder={type === undefined ? '' : String(type.defaultTenure)}
        figure
        fault={faultOf(error, 'tenure')}
        {...form.register('tenure')}
      />
      <SelectField label={t('income.rollover')} {...form.register('rolloverRule')}>
        <option value="">{t('placement.rollover.usual')}</option>
        {RULES.map((rule) => (
          <option key={rule} value={rule}>
            {word(rule)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function BillFields(props: ProductProps): ReactNode {
  const format = useFormat();
  const { data } = useRead('order/treasurybillissue/list/active', {
    query: { s: OFFERED_MOST },
  });
  const offers = (data?.result ?? []).map(({ name, label, maturityDate, stopRate }) => ({
    name,
    text: [label, format.day(maturityDate), stopRate && `${stopRate} %`]
      .filter(Boolean)
      .join(' · '),
  }));
  return <ProductSelect {...props} offers={offers} />;
}

const WAYS = ['SUBSCRIPTION', 'REDEMPTION'] as const;

function FundFields(props: ProductProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useRead('order/fund/list/active', { query: { s: OFFERED_MOST } });
  const offers = (data?.result ?? []).map(({ name, label, currency, navPerUnit }) => ({
    name,
    text: `${label} (${currency} ${format.price(navPerUnit)})`,
  }));
  return (
    <>
      <Segment
        legend={t('placement.way')}
        options={WAYS.map((value) => ({ value, label: word(value) }))}
        {...props.form.register('transType')}
      />
      <ProductSelect {...props} offers={offers} />
    </>
  );
}
