// The form to propose an event or its next version, with the entitlements that it would create.

import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { FormAmountField } from '../../component/amount-field.js';
import { Button } from '../../component/button.js';
import { FormDateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import type { EventMember, OptionMember } from './kind.js';
import { FORM_KINDS, KIND_FORMS, MEMBER_TYPES } from './kind.js';
import { type Base, type ProposalValues, proposing, valuesOf } from './proposal.js';
import { EVENT_STATUSES } from './search.js';

const TOUCHED = ['custody/', 'system/change'];
const CHOICES: Readonly<Partial<Record<EventMember | OptionMember, readonly string[]>>> = {
  withheldBy: ['ISSUER', 'FIRM'],
  fractions: ['RDDN', 'RDUP', 'STAN', 'CINL'],
};

interface ProposalFormProps {
  /** Absent for a new event. */
  readonly base?: Base | undefined;
  readonly onClose: () => void;
}

export function ProposalForm({ base, onClose }: ProposalFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const tried = useAct();
  const [preview, setPreview] = useState<unknown>();
  const form = useForm<ProposalValues>({ defaultValues: valuesOf(base?.terms ?? {}) });
  const proposal = () => proposing(form.getValues(), base);
  const submit = form.handleSubmit(async () => {
    const done = { say: t('event.proposed'), touches: TOUCHED };
    if ((await act.run(proposal(), done)) !== undefined) onClose();
  });
  const tryOut = async () => {
    act.clear();
    const { request, send } = proposal();
    const dry = { request, send: () => send({ dryRun: true }) };
    const reply = await tried.run(dry, { touches: [] });
    setPreview(Object(reply).preview);
  };
  const error = act.error ?? tried.error;
  return (
    <Dialog title={t(base ? 'event.propose.next' : 'event.propose')} onClose={onClose} place="side">
      <Form
        onSubmit={submit}
        onEdit={() => {
          act.clear();
          tried.clear();
          setPreview(undefined);
        }}
      >
        <Fields form={form} error={error} isNew={base === undefined} />
        <Problem error={error} />
        {preview !== undefined && <Preview of={preview} />}
        <div className="actions end">
          <CurlButton write={proposal} />
          <Button onPress={() => void tryOut()} isPending={tried.isPending}>
            {t('event.try')}
          </Button>
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('event.propose')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<ProposalValues>;
  readonly error: unknown;
  readonly isNew: boolean;
}

function Fields({ form, error, isNew }: FieldsProps): ReactNode {
  const { t, word } = useSpeech();
  const kind = useWatch({ control: form.control, name: 'kind' });
  const { event, option } = KIND_FORMS[kind];
  const fault = (member: string) => fieldErrorOf(error, member);
  return (
    <>
      <SelectField label={t('cash.kind')} disabled={!isNew} {...form.register('kind')}>
        {FORM_KINDS.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('order.security')}
        fieldError={fault('securityName')}
        readOnly={!isNew}
        {...form.register('securityName')}
      />
      <SelectField
        label={t('order.status')}
        fieldError={fault('status')}
        {...form.register('status')}
      >
        {EVENT_STATUSES.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </SelectField>
      <TextField label={t('event.label')} fieldError={fault('label')} {...form.register('label')} />
      {(['qualificationDate', 'exDate'] as const).map((member) => (
        <FormDateField
          key={member}
          label={t(`event.member.${member}`)}
          fieldError={fault(member)}
          control={form.control}
          name={member}
          warnsOfClosed={{}}
        />
      ))}
      {event.map((member) => (
        <Member key={member} form={form} member={member} fieldError={fault(member)} />
      ))}
      {option?.members.map((member) => (
        <Member
          key={member}
          form={form}
          member={member}
          fieldError={fault(`options/0/${member}`)}
        />
      ))}
      <TextField
        label={t('event.source')}
        fieldError={fault('source')}
        {...form.register('source')}
      />
      <LongTextField
        label={t('field.reason')}
        fieldError={fault('reason')}
        {...form.register('reason')}
      />
    </>
  );
}

interface MemberProps {
  readonly form: UseFormReturn<ProposalValues>;
  readonly member: EventMember | OptionMember;
  readonly fieldError: string | undefined;
}

function Member({ form, member, fieldError }: MemberProps): ReactNode {
  const { t, word } = useSpeech();
  const label = t(`event.member.${member}`);
  const choices = CHOICES[member];
  if (choices !== undefined) {
    return (
      <SelectField label={label} fieldError={fieldError} {...form.register(member)}>
        <option value="">{t('event.usual')}</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </SelectField>
    );
  }
  const field = { label, fieldError, control: form.control, name: member };
  switch (MEMBER_TYPES[member]) {
    case 'FIGURE':
      return <FormAmountField {...field} allowsZero />;
    case 'DATE':
      return <FormDateField {...field} warnsOfClosed={{}} />;
    default:
      return <TextField label={label} fieldError={fieldError} {...form.register(member)} />;
  }
}

interface PreviewTotals {
  readonly count?: number;
  readonly totals?: readonly {
    readonly optionNumber: number;
    readonly currency: string;
    readonly portfolios: number;
    readonly gross: number;
    readonly net: number;
    readonly newUnits: string;
  }[];
}

/** Shows the total entitlements that the proposed terms would create. */
function Preview({ of }: { readonly of: unknown }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { count = 0, totals = [] }: PreviewTotals = Object(of);
  return (
    <div className="notice good" role="status">
      <div>
        <p>{t('event.try.count', { count })}</p>
        <ul>
          {totals.map(({ optionNumber, currency, gross, net, newUnits }) => (
            <li key={`${optionNumber} ${currency}`}>
              {t('event.try.sum', {
                gross: format.amount(gross, currency),
                net: format.amount(net, currency),
                units: format.quantity(newUnits),
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
