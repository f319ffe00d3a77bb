// The securities of a transfer, one row each. Incoming units have a row for each purchase.

import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { FormAmountCell } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateCell } from '../../component/date-field.js';
import { fieldErrorOf } from '../../component/problem.js';
import { ScrollX } from '../../component/scroll-x.js';
import { useRead } from '../../lib/api.js';
import { useSpeech } from '../../lib/language.js';
import { comesIn, EMPTY_ROW, linesOf, type TransferValues } from './values.js';

const SECURITIES_MAX = 500;

interface RowsProps {
  readonly form: UseFormReturn<TransferValues>;
  readonly values: TransferValues;
  readonly error: unknown;
}

export function TransferRows(props: RowsProps): ReactNode {
  const { form, values } = props;
  const { t } = useSpeech();
  const codes = useId();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rows' });
  const { data } = useRead('order/security/list/active', { query: { s: SECURITIES_MAX } });
  const hasCost = comesIn(values);
  return (
    <ScrollX label={t('transfer.securities')}>
      <datalist id={codes}>
        {data?.result.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </datalist>
      <table className="plain journal-form transfer-rows">
        <thead>
          <tr>
            <th>{t('order.security')}</th>
            <th className="end">{t('approval.units')}</th>
            {hasCost && <th className="end">{t('transfer.cost')}</th>}
            {hasCost && <th>{t('transfer.acquired')}</th>}
            <th>
              <Button small onPress={() => append(EMPTY_ROW)} label={t('transfer.row.add')}>
                <Plus aria-hidden />
              </Button>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ id }, index) => (
            <tr key={id}>
              <Cells {...props} index={index} codes={codes} hasCost={hasCost} />
              <td>
                <Button
                  small
                  tone="quiet"
                  label={t('transfer.row.remove', { line: index + 1 })}
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
      {hasCost && <p className="faint">{t('transfer.rows.hint')}</p>}
    </ScrollX>
  );
}

interface CellsProps extends RowsProps {
  readonly index: number;
  /** The id of the code list. */
  readonly codes: string;
  readonly hasCost: boolean;
}

function Cells({ form, values, error, index, codes, hasCost }: CellsProps): ReactNode {
  const { t } = useSpeech();
  const note = useId();
  // Rows of the same security are sent as one line. The first of them shows the line's error.
  const row = values.rows[index];
  const line = linesOf(values).findIndex(([first]) => first === row);
  const cell = (member: 'securityName' | 'quantity' | 'cost' | 'acquiredOn') => ({
    name: `rows.${index}.${member}` as const,
    fieldError: line < 0 ? undefined : fieldErrorOf(error, `lines/${line}/${member}`),
  });
  const { name, fieldError: fault } = cell('securityName');
  const { control } = form;
  return (
    <>
      <td>
        <input
          className="input"
          autoComplete="off"
          list={codes}
          aria-label={`${t('order.security')} ${index + 1}`}
          aria-invalid={fault !== undefined}
          aria-describedby={note}
          {...form.register(name)}
        />
        <span id={note} className="fault">
          {fault}
        </span>
      </td>
      <td>
        <FormAmountCell
          {...cell('quantity')}
          control={control}
          aria-label={`${t('approval.units')} ${index + 1}`}
          decimals={0}
        />
      </td>
      {hasCost && (
        <td>
          <FormAmountCell
            {...cell('cost')}
            control={control}
            aria-label={`${t('transfer.cost')} ${index + 1}`}
            allowsZero
          />
        </td>
      )}
      {hasCost && (
        <td>
          <FormDateCell
            {...cell('acquiredOn')}
            control={control}
            label={`${t('transfer.acquired')} ${index + 1}`}
          />
        </td>
      )}
    </>
  );
}
