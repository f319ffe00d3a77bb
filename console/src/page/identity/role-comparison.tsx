// Compares two roles by the permissions that only one of them grants.

import type { ReactNode } from 'react';
import { SelectField } from '../../component/field.js';
import { Panel } from '../../component/page.js';
import { useSpeech } from '../../lib/language.js';
import { type Permission, useRoleWords } from './right.js';
import { ROLES, type Role, type RoleSearch } from './search.js';

interface RoleComparisonProps {
  readonly permissions: readonly Permission[];
  readonly search: RoleSearch;
  readonly onSearch: (change: RoleSearch) => void;
}

export function RoleComparison({ permissions, search, onSearch }: RoleComparisonProps): ReactNode {
  const { t } = useSpeech();
  const { nameOf } = useRoleWords();
  const { a, b } = search;
  return (
    <Panel title={t('role.compare')}>
      <div className="columns even">
        <RoleField label={t('role.first')} value={a} onChange={(next) => onSearch({ a: next })} />
        <RoleField label={t('role.second')} value={b} onChange={(next) => onSearch({ b: next })} />
        {a !== undefined && b !== undefined && (
          <>
            <OnlyIn title={t('role.only', { role: nameOf(a) })} of={onlyIn(permissions, a, b)} />
            <OnlyIn title={t('role.only', { role: nameOf(b) })} of={onlyIn(permissions, b, a)} />
          </>
        )}
      </div>
    </Panel>
  );
}

function onlyIn(permissions: readonly Permission[], one: Role, other: Role): readonly string[] {
  return permissions
    .filter(({ roles }) => roles.includes(one) && !roles.includes(other))
    .map(({ permission }) => permission);
}

interface RoleFieldProps {
  readonly label: string;
  readonly value: Role | undefined;
  readonly onChange: (role: Role | undefined) => void;
}

function RoleField({ label, value, onChange }: RoleFieldProps): ReactNode {
  const { t } = useSpeech();
  const { nameOf } = useRoleWords();
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(ROLES.find((role) => role === event.target.value))}
    >
      <option value="">{t('role.choose')}</option>
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {nameOf(role)}
        </option>
      ))}
    </SelectField>
  );
}

function OnlyIn({ title, of }: { readonly title: string; readonly of: readonly string[] }) {
  const { t } = useSpeech();
  return (
    <section className="stack tight">
      <h3>{`${title} (${of.length})`}</h3>
      {of.length === 0 && <p className="faint">{t('role.only.none')}</p>}
      <ul className="operations">
        {of.map((permission) => (
          <li key={permission} className="mono">
            {permission}
          </li>
        ))}
      </ul>
    </section>
  );
}
