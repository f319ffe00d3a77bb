// The request for a password link. The reply does not reveal whether the name exists.

import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../component/field.js';
import { PlainButton } from '../../component/plain-button.js';
import { Problem } from '../../component/problem.js';
import { useDoorSpeech } from '../../lib/language.js';
import { requestPassword } from '../../lib/password.js';
import { useEntry } from './entry.js';
import { Mark } from './mark.js';

export function ForgotPassword(props: { readonly onBack: () => void }): ReactNode {
  const { t } = useDoorSpeech();
  const [error, setError] = useState<unknown>();
  const [isSent, setSent] = useState(false);
  const { isPending, onSubmit } = useEntry(async (textIn) => {
    setError(undefined);
    await requestPassword(textIn('username')).then(() => setSent(true), setError);
  });
  return (
    <main className="sign-in">
      <form onSubmit={onSubmit} noValidate>
        <Mark title={t('forgot.title')} />
        {isSent ? (
          <p role="status">{t('forgot.sent')}</p>
        ) : (
          <>
            <p className="faint">{t('forgot.hint')}</p>
            <TextField
              label={t('forgot.name')}
              name="username"
              required
              autoComplete="username"
              autoFocus
            />
            <Problem error={error} />
            <PlainButton tone="primary" type="submit" isPending={isPending}>
              {t('forgot.go')}
            </PlainButton>
          </>
        )}
        <PlainButton tone="quiet" onPress={props.onBack}>
          <ArrowLeft aria-hidden />
          {t('forgot.back')}
        </PlainButton>
      </form>
    </main>
  );
}
