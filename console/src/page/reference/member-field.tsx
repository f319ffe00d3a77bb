// The fields of a reference data proposal.

import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { FormAmountCell, FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateCell } from '../../component/date-field.js';
import { CheckField, LongTextField, SelectField, TextField } from '../../component/field.js';
import { fieldErrorOf } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import type { ReferenceField } from './field.js';
import type { ReferenceKind } from './kind.js';
import { EMPTY_SHARE, type ReferenceValues } from './values.js';

/** There are few codes and exchanges, so one reply contains them all. */
const OFFERED_MAX = 500;
const CODES_MAX = 100;

interface FormProps {
  readonly form: UseFormReturn<ReferenceValues>;
  readonly error: unknown;
}

interface MemberFieldsProps extends FormProps {
  readonly kind: ReferenceKind;
  readonly isNew: boolean;
}

export function MemberFields({ kind, isNew, ...rest }: MemberFieldsProps): ReactNode {
  return kind.fields.map((field) => (
    <MemberField key={field.member} field={field} isNew={isNew} {...rest} />
  ));
}

interface FieldProps extends FormProps {
  readonly field: ReferenceField;
  readonly isNew: boolean;
}

function MemberField({ field, isNew, form, error }: FieldProps): ReactNode {
  const { t } = useSpeech();
  const { member, input } = field;
  const shown = {
    label: t(`reference.member.${member}`),
    fieldError: errorOf(error, member),
    ...form.register(`text.${member}`),
  };
  switch (input) {
    case 'FLAG':
      return <CheckField label={shown.label} {...form.register(`flag.${member}`)} />;
    case 'CODES':
      return <LongTextField {...shown} hint={t('reference.codes.hint')} rows={3} />;
    case 'SHARES':
      return <ShareFields form={form} error={error} />;
    case 'CHOICE':
      return (
        <SelectField {...shown}>
          {!field.isRequired && <option value="">{t('reference.default')}</option>}
          {field.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {t(`reference.choice.${choice}`)}
            </option>
          ))}
        </SelectField>
      );
    case 'LEDGER_CODE':
      return <LedgerCodeField {...shown} />;
    case 'EXCHANGE':
      return <ExchangeField {...shown} />;
    case 'AMOUNT':
      return (
        <FormAmountField
          label={shown.label}
          fieldError={shown.fieldError}
          control={form.control}
          name={`text.${member}`}
          allowsZero
        />
      );
    case 'TEXT':
      // The code of a record never changes.
      return <TextField {...shown} readOnly={member === 'name' && !isNew} />;
    default:
      return input satisfies never;
  }
}

/** Returns the error of a field, or the first error of its entries. */
function errorOf(error: unknown, member: string): string | undefined {
  const entries = Array.from({ length: CODES_MAX }, (_, index) => `${member}/${index}`);
  return [member, ...entries].map((each) => fieldErrorOf(error, each)).find(Boolean);
}

/** Returns the names of the fields that show their own errors. */
export function shownErrors(kind: ReferenceKind, { shares }: ReferenceValues): readonly string[] {
  const members = kind.fields
    .filter(({ input }) => input !== 'FLAG')
    .flatMap(({ member, input }) => [
      member,
      ...(input === 'CODES'
        ? Array.from({ length: CODES_MAX }, (_, index) => `${member}/${index}`)
        : []),
    ]);
  const ofShares = shares.flatMap((_, index) => [
    `shares/${index}/validFrom`,
    `shares/${index}/percent`,
  ]);
  return [...members, ...ofShares, 'reason'];
}

type ChoiceProps = Parameters<typeof SelectField>[0];

/** A choice of the codes allowed for unsettled receipts: asset accounts with client money. */
function LedgerCodeField(props: ChoiceProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('finance/ledger-code/list', { query: { s: OFFERED_MAX } });
  const offered = data?.result.filter(
    ({ active, accountClass, clientMoney, inline, family }) =>
      active && accountClass === 'ASSET' && clientMoney && !inline && !family,
  );
  return (
    <SelectField {...props} key={String(data !== undefined)}>
      <option value="">{t('reference.default')}</option>
      {offered?.map(({ name, label }) => (
        <option key={name} value={name}>
          {`${name} ${label}`}
        </option>
      ))}
    </SelectField>
  );
}

function ExchangeField(props: ChoiceProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/exchange/list/active', { query: { s: OFFERED_MAX } });
  return (
    <SelectField {...props} key={String(data !== undefined)}>
      <option value="">{t('reference.default')}</option>
      {data?.result.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function ShareFields({ form, error }: FormProps): ReactNode {
  const { t } = useSpeech();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'shares' });
  return (
    <fieldset className="field">
      <legend className="label">{t('reference.member.shares')}</legend>
      <table className="plain journal-form">
        <thead>
          <tr>
            <th>{t('reference.share.from')}</th>
            <th className="end">{t('reference.share.percent')}</th>
            <th>
              <Button small onPress={() => append(EMPTY_SHARE)} label={t('reference.share.add')}>
                <Plus aria-hidden />
              </Button>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ id }, index) => (
            <tr key={id}>
              <ShareCells form={form} error={error} index={index} />
              <td>
                <Button
                  small
                  tone="quiet"
                  label={t('reference.share.remove', { line: index + 1 })}
                  isDisabled={fields.length === 1}
                  onPress={() => remove(index)}
                >
                  <X aria-hidden />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

function ShareCells({ form, error, index }: FormProps & { readonly index: number }): ReactNode {
  const { t } = useSpeech();
  const cell = (member: 'validFrom' | 'percent') => ({
    control: form.control,
    name: `shares.${index}.${member}` as const,
    fieldError: fieldErrorOf(error, `shares/${index}/${member}`),
  });
  return (
    <>
      <td>
        <FormDateCell {...cell('validFrom')} label={`${t('reference.share.from')} ${index + 1}`} />
      </td>
      <td>
        <FormAmountCell
          {...cell('percent')}
          aria-label={`${t('reference.share.percent')} ${index + 1}`}
          allowsZero
        />
      </td>
    </>
  );
}
