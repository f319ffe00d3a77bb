// The request for a password link. The reply does not reveal whether the name exists.

import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../component/button.js';
import { TextField } from '../../component/field.js';
import { Problem } from '../../component/problem.js';
import { useSpeech } from '../../lib/language.js';
import { requestPassword } from '../../lib/password.js';
import { Mark } from './mark.js';

export function ForgotPassword(props: { readonly onBack: () => void }): ReactNode {
  const { t } = useSpeech();
  const [error, setError] = useState<unknown>();
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { username: '' } });
  const submit = form.handleSubmit(async ({ username }) => {
    setError(undefined);
    await requestPassword(username).then(() => setSent(true), setError);
  });
  return (
    <main className="sign-in">
      <form onSubmit={submit} noValidate>
        <Mark title={t('forgot.title')} />
        {isSent ? (
          <p role="status">{t('forgot.sent')}</p>
        ) : (
          <>
            <p className="faint">{t('forgot.hint')}</p>
            <TextField
              label={t('forgot.name')}
              {...form.register('username', { required: true })}
              autoComplete="username"
              autoFocus
            />
            <Problem error={error} />
            <Button tone="primary" type="submit" isPending={form.formState.isSubmitting}>
              {t('forgot.go')}
            </Button>
          </>
        )}
        <Button tone="quiet" onPress={props.onBack}>
          <ArrowLeft aria-hidden />
          {t('forgot.back')}
        </Button>
      </form>
    </main>
  );
}
