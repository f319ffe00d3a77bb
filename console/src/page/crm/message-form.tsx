// The form for the first message of a conversation, with recipient and content.

import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { draftOf, dropDraft, useDraft } from '../../lib/draft.js';
import { useSpeech } from '../../lib/language.js';
import { type Addressee, AddresseeField, numberOf } from './addressee.js';
import { NO_MESSAGE, sending, type Words, WordsFields } from './message-words.js';

const DRAFT = 'message-new';

interface NewMessage extends Words {
  readonly label: string;
  readonly addressee?: Addressee | undefined;
}

interface MessageFormProps {
  /** The initial recipient. */
  readonly first: { readonly addressee: Addressee; readonly label: string } | undefined;
  readonly onClose: () => void;
  /** Called with the number that received the message. */
  readonly onSent: (to: string | undefined) => void;
}

export function MessageForm({ first, onClose, onSent }: MessageFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const empty: NewMessage = { ...NO_MESSAGE, label: '' };
  const form = useForm<NewMessage>({
    defaultValues: first === undefined ? draftOf(DRAFT, empty) : { ...empty, ...first },
  });
  useDraft(DRAFT, form);
  const { addressee, ...words } = form.watch();
  const submit = form.handleSubmit(async (values) => {
    if (values.addressee === undefined) {
      form.setError('label', { message: t('message.to.missing') });
      return;
    }
    const done = { say: t('message.queued'), touches: ['crm/'] };
    const reply = await act.run(sending(values.addressee, values), done);
    if (reply === undefined) return;
    dropDraft(DRAFT);
    onSent(reply.result.to);
  });
  const fieldError = form.formState.errors.label?.message;
  return (
    <Dialog title={t('message.new')} onClose={onClose} place="side">
      <Form onSubmit={submit}>
        <AddresseeField
          first={form.getValues('label')}
          fieldError={
            fieldError ?? fieldErrorOf(act.error, 'to') ?? fieldErrorOf(act.error, 'recipientId')
          }
          onChange={(next, label) => {
            form.clearErrors('label');
            form.setValue('label', label);
            form.setValue('addressee', next);
            if (next?.person === undefined) form.setValue('way', 'words');
            act.clear();
          }}
        />
        <WordsFields
          words={words}
          register={(name) => form.register(name)}
          addressee={addressee}
          label={t('message.words')}
          fieldError={fieldErrorOf(act.error, 'body')}
        />
        <Problem error={act.error} shown={['to', 'recipientId', 'body']} />
        <div className="actions end">
          <CurlButton write={() => sending(addressee ?? {}, form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('message.send')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Returns the recipient given in the page's URL: a number, or a person by kind and id. */
export function firstOf(search: {
  readonly to?: string | undefined;
  readonly kind?: 'CUSTOMER' | 'LEAD' | 'CONTACT' | undefined;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
}): MessageFormProps['first'] {
  const { kind, id, label = '' } = search;
  if (kind !== undefined && id !== undefined) {
    return { addressee: { person: { kind, id: Number(id) } }, label };
  }
  const to = numberOf(search.to ?? '');
  return to === undefined ? undefined : { addressee: { to }, label: to };
}
