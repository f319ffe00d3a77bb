// An answer in a conversation: what is written goes to the other side's number.

import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { LongTextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { faultOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { asking } from '../../lib/asking.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useSpeech } from '../../lib/language.js';

const EMPTY = { body: '' };

export function ReplyForm({ to }: { readonly to: string }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const draft = `message-${to}`;
  const form = useForm({ defaultValues: draftOf(draft, EMPTY) });
  useDraft(draft, form);
  const sending = ({ body }: typeof EMPTY) =>
    asking('post', 'crm/whatsapp/send', { body: { to, body } });
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('message.queued'), touches: ['crm/'] };
    if ((await act.run(sending(values), done)) === undefined) return;
    dropDraft(draft);
    form.reset(EMPTY);
  });
  return (
    <div className="padded">
      <Form onSubmit={submit}>
        <LongTextField
          label={t('message.reply', { to })}
          fault={faultOf(act.error, 'body')}
          {...form.register('body')}
        />
        <Problem error={act.error} shown={['body']} />
        <div className="actions end">
          <CurlButton asking={() => sending(form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('message.send')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
