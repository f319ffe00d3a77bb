// The only page shown to a user whose password was reset. It asks for a new password.

import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { Page } from '../../component/page.js';
import { useSpeech } from '../../lib/language.js';
import { signOut } from '../../lib/session.js';
import { PasswordPart } from './password-part.js';

export function PasswordNeeded(): ReactNode {
  const { t } = useSpeech();
  return (
    <Page
      title={t('password-needed.title')}
      actions={<Button onPress={() => void signOut()}>{t('password-needed.sign-out')}</Button>}
    >
      <p className="notice wait">{t('password-needed.says')}</p>
      <PasswordPart />
    </Page>
  );
}
