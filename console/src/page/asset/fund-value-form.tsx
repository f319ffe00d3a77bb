// The form for a fund's value per unit on a day. A dry run shows refusals while the user types.
// Another person approves the value. Orders are executed only at approved values.

import type { ItemOf } from '@countinghouse/sdk';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Empty, Loading } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useDebounced } from '../../lib/debounced.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { type Write, write } from '../../lib/write.js';
import { OFFERED_MAX } from './product-field.js';

const TOUCHED = ['order/fund/nav'];
/** The names of fields that show their own errors. */
const SHOWN = ['fundName', 'valuationDate', 'navPerUnit'];

type Fund = ItemOf<'order/fund/list/active'>;

interface FundValueFormProps {
  readonly onClose: () => void;
}

export function FundValueForm({ onClose }: FundValueFormProps): ReactNode {
  const { t } = useSpeech();
  const clock = useRead('system/clock', {});
  const funds = useRead('order/fund/list/active', { query: { s: OFFERED_MAX } });
  const today: unknown = Object(clock.data).businessDate;
  const offered = funds.data?.result;
  const error = clock.error ?? funds.error;
  return (
    <Dialog title={t('fund-value.new')} onClose={onClose} place="side">
      {error !== null && <Problem error={error} />}
      {error === null && (typeof today !== 'string' || offered === undefined) && <Loading />}
      {offered?.length === 0 && (
        <Empty title={t('fund-value.no-fund')}>
          <p>{t('fund-value.no-fund.hint')}</p>
        </Empty>
      )}
      {typeof today === 'string' && offered !== undefined && offered.length > 0 && (
        <Fields today={today} funds={offered} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FundValueValues {
  readonly fundName: string;
  readonly valuationDate: string;
  readonly navPerUnit: string;
}

interface FieldsProps extends FundValueFormProps {
  readonly today: string;
  readonly funds: readonly Fund[];
}

function Fields({ today, funds, onClose }: FieldsProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm<FundValueValues>({
    defaultValues: { fundName: '', valuationDate: today, navPerUnit: '' },
  });
  const values = useWatch({ control: form.control, compute: (all: FundValueValues) => all });
  const typed = useDebounced(values);
  const trial = useDryRun(isWhole(typed) ? creating(typed) : undefined);
  const error = act.error ?? (isWhole(typed) ? trial.error : null);
  const submit = form.handleSubmit(async (sent) => {
    const done = { say: t('fund-value.entered'), touches: TOUCHED };
    if (isWhole(sent) && (await act.run(creating(sent), done)) !== undefined) onClose();
  });
  const fund = funds.find(({ name }) => name === values.fundName);
  return (
    <Form onSubmit={submit} onEdit={act.clear}>
      <SelectField
        label={t('approval.fund')}
        fieldError={fieldErrorOf(error, 'fundName')}
        {...form.register('fundName')}
      >
        <option value="">{t('placement.choose')}</option>
        {funds.map(({ name, label }) => (
          <option key={name} value={name}>
            {`${name} ${label}`}
          </option>
        ))}
      </SelectField>
      <FormDateField
        label={t('approval.valuation-date')}
        fieldError={fieldErrorOf(error, 'valuationDate')}
        control={form.control}
        name="valuationDate"
      />
      <FormAmountField
        label={t('approval.nav')}
        fieldError={fieldErrorOf(error, 'navPerUnit')}
        control={form.control}
        name="navPerUnit"
      />
      {fund !== undefined && <Latest fund={fund} typed={values.navPerUnit} />}
      <Problem error={error} shown={SHOWN} />
      <p className="faint">{t('fund-value.hint')}</p>
      <div className="actions end">
        {isWhole(values) && <CurlButton write={() => creating(values)} />}
        <Button
          tone="primary"
          type="submit"
          isPending={act.isPending}
          isDisabled={!isWhole(values)}
        >
          {t('fund-value.enter')}
        </Button>
      </div>
    </Form>
  );
}

interface LatestProps {
  readonly fund: Fund;
  readonly typed: string;
}

/** Shows the fund's latest approved value and the change from it, which reveals typing errors. */
function Latest({ fund, typed }: LatestProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { navPerUnit, navDate, currency } = fund;
  if (navPerUnit === undefined)
    return <p className="soft">{t('fund-value.first', { currency })}</p>;
  const value = Number(typed);
  const change = value > 0 ? format.percent(value / navPerUnit - 1) : undefined;
  const latest = t('fund-value.latest', {
    value: `${currency} ${format.price(navPerUnit)}`,
    date: format.day(navDate),
  });
  return (
    <p className="soft" role="status">
      {latest} {change !== undefined && t('fund-value.change', { change })}
    </p>
  );
}

function isWhole({ fundName, valuationDate, navPerUnit }: FundValueValues): boolean {
  return fundName !== '' && valuationDate !== '' && navPerUnit.trim() !== '';
}

/** The date is always sent, because the business date may change while the form is open. */
function creating(values: FundValueValues): Write<unknown> {
  const { fundName, valuationDate, navPerUnit } = values;
  return write('post', 'order/fund/nav/create', {
    body: { fundName, valuationDate, navPerUnit },
  });
}
