// The reply in a conversation, sent to the other party's number.

import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useSpeech } from '../../lib/language.js';
import type { Person } from './addressee.js';
import { NO_MESSAGE, sending, WordsFields } from './message-words.js';

interface ReplyFormProps {
  readonly to: string;
  /** The person in the conversation, if known. Templates require a known person. */
  readonly person: Person | undefined;
}

export function ReplyForm({ to, person }: ReplyFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const draft = `message-${to}`;
  const form = useForm({ defaultValues: draftOf(draft, NO_MESSAGE) });
  useDraft(draft, form);
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('message.queued'), touches: ['crm/'] };
    if ((await act.run(sending({ to, person }, values), done)) === undefined) return;
    dropDraft(draft);
    form.reset(NO_MESSAGE);
  });
  return (
    <div className="padded reply">
      <Form onSubmit={submit}>
        <WordsFields
          words={form.watch()}
          register={(name) => form.register(name)}
          addressee={{ to, person }}
          label={t('message.reply', { to })}
          fieldError={fieldErrorOf(act.error, 'body')}
        />
        <Problem error={act.error} shown={['body']} />
        <div className="actions end">
          <CurlButton write={() => sending({ to, person }, form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('message.send')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
