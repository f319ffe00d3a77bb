// Signs in as a demonstration user with one click.

import { isProblem } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { PlainButton } from '../../component/plain-button.js';
import { Problem } from '../../component/problem.js';
import { useDoorSpeech } from '../../lib/language.js';
import { type DemoRole, signInToDemonstration } from '../../lib/session.js';

interface DemoRolesProps {
  readonly roles: readonly DemoRole[];
  /** Called if the user of the role has set another password. */
  readonly onChanged: (role: DemoRole) => void;
}

export function DemoRoles({ roles, onChanged }: DemoRolesProps): ReactNode {
  const { t } = useDoorSpeech();
  const [pending, setPending] = useState<DemoRole>();
  const [error, setError] = useState<unknown>();
  const enter = async (role: DemoRole) => {
    setPending(role);
    setError(undefined);
    await signInToDemonstration(role).catch((refusal: unknown) => {
      setPending(undefined);
      if (isProblem(refusal, 'INVALID_CREDENTIALS')) onChanged(role);
      else setError(refusal);
    });
  };
  return (
    <section className="demo-roles" aria-labelledby="look-around">
      <h2 id="look-around">{t('sign-in.look-around')}</h2>
      <div>
        {roles.map((role) => (
          <PlainButton key={role} onPress={() => void enter(role)} isPending={pending === role}>
            {t(`sign-in.role.${role}`)}
          </PlainButton>
        ))}
      </div>
      <Problem error={error} />
    </section>
  );
}
