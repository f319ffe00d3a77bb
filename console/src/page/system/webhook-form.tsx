// The form for a webhook endpoint: its URL and events. Its secret is shown only once.

import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { LongTextField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { notify } from '../../lib/toast.js';
import { write } from '../../lib/write.js';

const EMPTY = { url: '', label: '', types: '' };
const SHOWN = ['url', 'label', 'types'];

/** Event types are separated by lines, spaces or commas. */
const creating = ({ url, label, types }: typeof EMPTY) =>
  write('post', 'webhook/endpoint/create', {
    body: {
      url: url.trim(),
      types: types.split(/[\s,]+/).filter((type) => type !== ''),
      ...(label === '' ? {} : { label }),
    },
  });

export function WebhookForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [secret, setSecret] = useState<string>();
  const form = useForm({ defaultValues: EMPTY });
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('webhook.made'), touches: ['webhook/'] };
    const reply = await act.run(creating(values), done);
    if (reply !== undefined) setSecret(Object(reply).result?.secret ?? Object(reply).secret);
  });
  return (
    <Dialog title={t('webhook.new')} onClose={onClose} place="side">
      {secret !== undefined ? (
        <Secret secret={secret} onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <TextField
            label={t('webhook.url')}
            type="url"
            autoFocus
            hint={t('webhook.url.hint')}
            fieldError={fieldErrorOf(act.error, 'url')}
            {...form.register('url')}
          />
          <TextField
            label={t('webhook.label')}
            fieldError={fieldErrorOf(act.error, 'label')}
            {...form.register('label')}
          />
          <LongTextField
            label={t('webhook.types')}
            hint={t('webhook.types.hint')}
            fieldError={fieldErrorOf(act.error, 'types')}
            {...form.register('types')}
          />
          <Problem error={act.error} shown={SHOWN} />
          <div className="actions end">
            <CurlButton write={() => creating(form.getValues())} />
            <Button tone="primary" type="submit" isPending={act.isPending}>
              {t('action.save')}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

function Secret(props: { readonly secret: string; readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const copy = async () => {
    await navigator.clipboard.writeText(props.secret);
    notify(t('webhook.secret.copied'));
  };
  return (
    <div className="stack">
      <p>{t('webhook.secret')}</p>
      <p className="mono">{props.secret}</p>
      <div className="actions end">
        <Button onPress={() => void copy()}>{t('webhook.secret.copy')}</Button>
        <Button tone="primary" onPress={props.onClose}>
          {t('factor.kept')}
        </Button>
      </div>
    </div>
  );
}
