// The form for a new lead, short enough to fill in during a phone call.

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';

const DRAFT = 'lead';
const SOURCES = ['CALL', 'WEB', 'REFERRAL', 'WALK_IN', 'CAMPAIGN'] as const;
const SHOWN = ['firstName', 'lastName', 'mobilePhone', 'emailAddress1'];

const EMPTY = {
  firstName: '',
  lastName: '',
  mobilePhone: '',
  emailAddress1: '',
  leadSource: 'CALL',
  description: '',
};
type LeadValues = typeof EMPTY;

export function LeadForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t, word } = useSpeech();
  const navigate = useNavigate();
  const act = useAct();
  const form = useForm<LeadValues>({ defaultValues: draftOf(DRAFT, EMPTY) });
  useDraft(DRAFT, form);
  const creating = (values: LeadValues) =>
    write('post', 'crm/lead/create', { body: { ...values, leadType: 'INDIVIDUAL' } });
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('lead.made'), touches: ['crm/lead'] };
    const reply = await act.run(creating(values), done);
    if (reply === undefined) return;
    dropDraft(DRAFT);
    await navigate({ to: '/leads/$id', params: { id: String(reply.id) } });
  });
  const text = (name: keyof LeadValues, label: string) => (
    <TextField label={label} fieldError={fieldErrorOf(act.error, name)} {...form.register(name)} />
  );
  return (
    <Dialog title={t('lead.new')} onClose={onClose} place="side">
      <Form onSubmit={submit}>
        <div className="form two">
          {text('firstName', t('lead.first-name'))}
          {text('lastName', t('lead.last-name'))}
          {text('mobilePhone', t('profile.phone'))}
          {text('emailAddress1', t('profile.email'))}
        </div>
        <SelectField label={t('lead.source')} {...form.register('leadSource')}>
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {word(source)}
            </option>
          ))}
        </SelectField>
        <LongTextField label={t('lead.notes')} {...form.register('description')} />
        <Problem error={act.error} shown={SHOWN} />
        <div className="actions end">
          <CurlButton write={() => creating(form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
