// A cell of the role matrix shows the permissions of a noun, which of them the role has, and the
// operations that each allows. It links to the users with the role.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Dialog } from '../../component/dialog.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Noun, type Permission, useRoleWords } from './right.js';

interface RoleCellProps {
  readonly noun: Noun;
  readonly role: string;
  readonly onClose: () => void;
}

export function RoleCell({ noun, role, onClose }: RoleCellProps): ReactNode {
  const { nameOf } = useRoleWords();
  return (
    <Dialog title={`${nameOf(role)} · ${noun.name}`} onClose={onClose} place="side">
      <div className="stack">
        {noun.permissions.map((permission) => (
          <PermissionPart key={permission.permission} of={permission} role={role} />
        ))}
      </div>
    </Dialog>
  );
}

interface PermissionPartProps {
  readonly of: Permission;
  readonly role: string;
}

function PermissionPart({ of, role }: PermissionPartProps): ReactNode {
  const { t } = useSpeech();
  const { nameOf } = useRoleWords();
  const mayList = useMay('identity.user.read');
  const { permission, roles, operations } = of;
  const isHeld = roles.includes(role);
  return (
    <section className="stack tight">
      <h2 className="mono">{permission}</h2>
      <p>
        <span className={isHeld ? 'badge good' : 'badge over'}>
          {t(isHeld ? 'role.held' : 'role.not-held')}
        </span>{' '}
        <span className="faint">{roles.map(nameOf).join(', ')}</span>
      </p>
      <ul className="operations">
        {operations.map(({ operation, method, path, summary }) => (
          <li key={operation}>
            {summary}{' '}
            <span className="faint mono">
              {method} {path}
            </span>
          </li>
        ))}
      </ul>
      {mayList && (
        <Link to="/users" search={{ permission }}>
          {t('role.holders')}
        </Link>
      )}
    </section>
  );
}
