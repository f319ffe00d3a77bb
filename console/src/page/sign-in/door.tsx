// The pages before sign-in: the sign-in, the request for a password link, and setting a password.

import { type ReactNode, useState } from 'react';
import { useDoorSpeech } from '../../lib/language.js';
import { isResetPage, leaveResetPage } from '../../lib/password.js';
import { forget } from '../../lib/session.js';
import { ForgotPassword } from './forgot-password.js';
import { ResetPassword } from './reset-password.js';
import { SignIn } from './sign-in.js';

type Place = 'sign-in' | 'forgot' | 'reset';

export function Door(props: { readonly onLeave: () => void }): ReactNode {
  const { t } = useDoorSpeech();
  const [place, setPlace] = useState<Place>(() => (isResetPage() ? 'reset' : 'sign-in'));
  const [note, setNote] = useState<string>();
  const go = (to: Place) => {
    leaveResetPage();
    setPlace(to);
    if (to === 'sign-in') props.onLeave();
  };
  switch (place) {
    case 'forgot':
      return <ForgotPassword onBack={() => go('sign-in')} />;
    case 'reset':
      return (
        <ResetPassword
          onAgain={() => go('forgot')}
          onDone={() => {
            // The server has ended all of the user's sessions.
            forget();
            setNote(t('reset.done'));
            go('sign-in');
          }}
        />
      );
    case 'sign-in':
      return <SignIn note={note} onForgot={() => setPlace('forgot')} />;
  }
}
