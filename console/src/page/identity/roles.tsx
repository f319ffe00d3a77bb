// Shows a matrix of each role's permissions for each noun, and compares two roles.

import { getRouteApi } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo } from 'react';
import { Loading, Page } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { ScrollX } from '../../component/scroll-x.js';
import { type Speech, useSpeech } from '../../lib/language.js';
import { type Noun, type Permission, usePermissions, useRoleWords } from './right.js';
import { RoleCell } from './role-cell.js';
import { RoleComparison } from './role-comparison.js';
import { ROLES, type Role, type RoleSearch } from './search.js';

const route = getRouteApi('/roles');

const ACCESSES = ['READ', 'WRITE', 'DECIDE', 'REVERSE'] as const;

type Access = (typeof ACCESSES)[number];

export function Roles(): ReactNode {
  const { t } = useSpeech();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { permissions, error } = usePermissions();
  const nouns = useMemo(() => nounsOf(permissions ?? []), [permissions]);
  const set = (change: RoleSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  const opened = nouns.find(({ name }) => name === search.noun);
  return (
    <Page title={t('place.roles')}>
      <Problem error={error} />
      {permissions === undefined && error === null && <Loading />}
      {permissions !== undefined && (
        <>
          <RoleComparison permissions={permissions} search={search} onSearch={set} />
          <Matrix nouns={nouns} onOpen={(noun, role) => set({ noun, role })} />
        </>
      )}
      {opened !== undefined && search.role !== undefined && (
        <RoleCell
          noun={opened}
          role={search.role}
          onClose={() => set({ noun: undefined, role: undefined })}
        />
      )}
    </Page>
  );
}

function nounsOf(permissions: readonly Permission[]): readonly Noun[] {
  const nouns = new Map<string, Permission[]>();
  for (const each of permissions) {
    const name = each.permission.slice(0, each.permission.lastIndexOf('.'));
    nouns.set(name, [...(nouns.get(name) ?? []), each]);
  }
  return [...nouns].map(([name, of]) => ({ name, permissions: of }));
}

const moduleOf = ({ name }: Noun): string => name.split('.')[0] ?? name;
const nameIn = ({ name }: Noun): string =>
  name.split('.').slice(1).join(' ').replaceAll('-', ' ') || name;

interface MatrixProps {
  readonly nouns: readonly Noun[];
  readonly onOpen: (noun: string, role: Role) => void;
}

function Matrix({ nouns, onOpen }: MatrixProps): ReactNode {
  const { t } = useSpeech();
  const { nameOf } = useRoleWords();
  const modules = [...new Set(nouns.map(moduleOf))];
  return (
    <section className="panel">
      <p className="padded">{t('role.legend')}</p>
      <ScrollX>
        <table className="plain matrix">
          <thead>
            <tr>
              <th>{t('role.noun')}</th>
              {ROLES.map((role) => (
                <th key={role}>{nameOf(role)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {modules.map((module) => (
              <Fragment key={module}>
                <tr>
                  <th colSpan={ROLES.length + 1} scope="colgroup" className="faint">
                    {module}
                  </th>
                </tr>
                {nouns
                  .filter((noun) => moduleOf(noun) === module)
                  .map((noun) => (
                    <Row key={noun.name} noun={noun} onOpen={onOpen} />
                  ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </ScrollX>
    </section>
  );
}

function Row({ noun, onOpen }: { readonly noun: Noun } & Pick<MatrixProps, 'onOpen'>): ReactNode {
  const { t } = useSpeech();
  const { nameOf } = useRoleWords();
  return (
    <tr>
      <th scope="row">{nameIn(noun)}</th>
      {ROLES.map((role) => {
        const letters = lettersOf(noun, role);
        const says = letters.map(({ access }) => t(`role.access.${access}`)).join(', ');
        // The visible text, which the accessible name must contain.
        const seen = letters.map((each) => letterIn(t, each)).join('') || NO_ACCESS;
        const meant = `${nameOf(role)}, ${nameIn(noun)}: ${says || t('role.access.none')}`;
        return (
          <td key={role}>
            <button
              type="button"
              className="link"
              aria-label={`${seen} ${meant}`}
              onClick={() => onOpen(noun.name, role)}
            >
              {letters.length === 0 && <span className="faint">{NO_ACCESS}</span>}
              {letters.map((each) => (
                <span key={each.access} className={each.isWhole ? 'strong' : ''}>
                  {letterIn(t, each)}
                </span>
              ))}
            </button>
          </td>
        );
      })}
    </tr>
  );
}

/** Shown in the cell of a role that has no permission for the noun. */
const NO_ACCESS = '–';

interface Letter {
  readonly access: Access;
  /** False if the role has only some of the noun's permissions of this kind. */
  readonly isWhole: boolean;
}

function letterIn(t: Speech['t'], { access, isWhole }: Letter): string {
  return `${t(`role.letter.${access}`)}${isWhole ? '' : '*'}`;
}

function lettersOf({ permissions }: Noun, role: Role): readonly Letter[] {
  return ACCESSES.flatMap((access) => {
    const of = permissions.filter((each) => each.access === access);
    const held = of.filter(({ roles }) => roles.includes(role));
    return held.length === 0 ? [] : [{ access, isWhole: held.length === of.length }];
  });
}
