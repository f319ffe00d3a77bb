// Sets a new password with a link. The token is in the fragment of the link's URL.

import { isProblem } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../component/field.js';
import { PlainButton } from '../../component/plain-button.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useDoorSpeech } from '../../lib/language.js';
import { resetPassword, takeResetToken } from '../../lib/password.js';
import { useEntry } from './entry.js';
import { Mark } from './mark.js';

const SHOWN = ['newPassword'];

interface ResetPasswordProps {
  readonly onDone: () => void;
  /** Called when the user requests another link. */
  readonly onAgain: () => void;
}

// The token is read once per page load, because it is removed from the URL and React may mount
// twice.
let taken = '';

export function ResetPassword({ onDone, onAgain }: ResetPasswordProps): ReactNode {
  const { t } = useDoorSpeech();
  const [token] = useState(() => {
    taken = takeResetToken() || taken;
    return taken;
  });
  const [error, setError] = useState<unknown>();
  const [differs, setDiffers] = useState(false);
  const { isPending, onSubmit } = useEntry(async (textIn) => {
    const newPassword = textIn('newPassword');
    const isRepeated = textIn('again') === newPassword;
    setError(undefined);
    setDiffers(!isRepeated);
    if (isRepeated) await resetPassword(token, newPassword).then(onDone, setError);
  });
  return (
    <main className="sign-in">
      <form onSubmit={onSubmit} noValidate>
        <Mark title={t('reset.title')} />
        <TextField
          label={t('account.new')}
          type="password"
          autoComplete="new-password"
          autoFocus
          fieldError={fieldErrorOf(error, 'newPassword')}
          name="newPassword"
          required
        />
        <TextField
          label={t('account.again')}
          type="password"
          autoComplete="new-password"
          fieldError={differs ? t('account.again.differs') : undefined}
          name="again"
        />
        <Problem error={error} shown={SHOWN} />
        <PlainButton tone="primary" type="submit" isPending={isPending}>
          {t('reset.go')}
        </PlainButton>
        {isProblem(error, 'PASSWORD_LINK_VOID') && (
          <PlainButton onPress={onAgain}>{t('reset.again')}</PlainButton>
        )}
        <p className="faint">{t('reset.hint')}</p>
      </form>
    </main>
  );
}
