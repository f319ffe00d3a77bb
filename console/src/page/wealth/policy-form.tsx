// The form to propose the next version of a valuation policy. A second person approves it.

import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { useOffices } from '../../lib/office.js';
import {
  FLOW_TIMINGS,
  METHODS,
  type Policy,
  type PolicyValues,
  proposing,
  STALE,
  UNUSABLE,
  valuesOf,
} from './policy.js';

const TOUCHED = ['wealth/policy', 'system/change'];

interface PolicyFormProps {
  /** The version that provides the initial values of the form. */
  readonly base: Policy;
  readonly onClose: () => void;
}

export function PolicyForm({ base, onClose }: PolicyFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm<PolicyValues>({ defaultValues: valuesOf(base) });
  const proposal = () => proposing(form.getValues());
  const submit = form.handleSubmit(async () => {
    const done = { say: t('policy.proposed'), touches: TOUCHED };
    if ((await act.run(proposal(), done)) !== undefined) onClose();
  });
  const fault = (member: string) => fieldErrorOf(act.error, member);
  return (
    <Dialog title={t('policy.propose')} onClose={onClose} place="side">
      <Form onSubmit={submit} onEdit={act.clear}>
        <OfficeSelect form={form} fieldError={fault('businessOfficeName')} />
        <FormDateField
          label={t('policy.valid-from')}
          hint={t('policy.valid-from.hint')}
          fieldError={fault('validFrom')}
          control={form.control}
          name="validFrom"
        />
        <Choices form={form} fault={fault} />
        <Days form={form} fault={fault} />
        <FormAmountField
          label={t('policy.smallest-capital')}
          fieldError={fault('smallestCapital')}
          control={form.control}
          name="smallestCapital"
          allowsZero
        />
        <TextField
          label={t('policy.benchmark')}
          hint={t('policy.benchmark.hint')}
          fieldError={fault('benchmark')}
          {...form.register('benchmark')}
        />
        <LongTextField
          label={t('field.reason')}
          fieldError={fault('reason')}
          {...form.register('reason')}
        />
        <Problem error={act.error} />
        <div className="actions end">
          <CurlButton write={proposal} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('policy.propose')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface PartProps {
  readonly form: UseFormReturn<PolicyValues>;
  readonly fault: (member: string) => string | undefined;
}

function OfficeSelect(props: {
  readonly form: UseFormReturn<PolicyValues>;
  readonly fieldError: string | undefined;
}): ReactNode {
  const { t } = useSpeech();
  const offices = useOffices();
  return (
    <SelectField
      label={t('policy.office')}
      hint={t('policy.office.hint')}
      fieldError={props.fieldError}
      {...props.form.register('office')}
    >
      <option value="">{t('policy.house')}</option>
      {offices.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function Choices({ form, fault }: PartProps): ReactNode {
  const { t } = useSpeech();
  const methods = METHODS.map((each) => (
    <option key={each} value={each}>
      {t(`policy.method.${each}`)}
    </option>
  ));
  return (
    <>
      <SelectField
        label={t('policy.bills')}
        fieldError={fault('method/BILL')}
        {...form.register('bill')}
      >
        {methods}
      </SelectField>
      <SelectField
        label={t('policy.paper')}
        fieldError={fault('method/PAPER')}
        {...form.register('paper')}
      >
        {methods}
      </SelectField>
      <SelectField
        label={t('policy.flow-timing')}
        fieldError={fault('flowTiming')}
        {...form.register('flowTiming')}
      >
        {FLOW_TIMINGS.map((each) => (
          <option key={each} value={each}>
            {t(`policy.flow-timing.${each}`)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function Days({ form, fault }: PartProps): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      {STALE.map((name) => (
        <FormAmountField
          key={name}
          label={t(`policy.stale.${name}`)}
          fieldError={fault(`staleAfterDays/${name}`)}
          control={form.control}
          name={`stale.${name}`}
          decimals={0}
          allowsZero
        />
      ))}
      {UNUSABLE.map((name) => (
        <FormAmountField
          key={name}
          label={t(`policy.unusable.${name}`)}
          hint={t('policy.unusable.hint')}
          fieldError={fault(`unusableAfterDays/${name}`)}
          control={form.control}
          name={`unusable.${name}`}
          decimals={0}
          allowsZero
        />
      ))}
    </>
  );
}
