// Shows a reference data record: its fields in force, pending changes, use and versions.

import { getRouteApi, Link } from '@tanstack/react-router';
import { PencilLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../component/button.js';
import { NotFound } from '../../component/not-found.js';
import { Loading, Page, Panel, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useShaped } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import { PendingChanges, usePending } from './change-list.js';
import { KINDS, type ReferenceRecord } from './kind.js';
import { Maker } from './maker.js';
import { textOf } from './member-text.js';
import { REFERENCE_NAMES, type ReferenceName } from './search.js';
import { Use } from './use.js';
import { Versions } from './versions.js';

const route = getRouteApi('/reference/$kind/$id');

export function ReferencePage(): ReactNode {
  const { kind } = route.useParams();
  const of = REFERENCE_NAMES.find((name) => name === kind);
  if (of === undefined) return <NotFound />;
  return <Record of={of} />;
}

function Record({ of }: { readonly of: ReferenceName }): ReactNode {
  const { id } = route.useParams();
  const { t } = useSpeech();
  const { data: record, error } = useShaped<ReferenceRecord>(KINDS[of].one, { path: { id } });
  const trail = (
    <>
      <Link to="/reference">{t('place.reference')}</Link>
      {' / '}
      <Link to="/reference" search={{ of }}>
        {t(`reference.of.${of}`)}
      </Link>
    </>
  );
  if (record === undefined) {
    return (
      <Page title={t(`reference.one.${of}`)} trail={trail}>
        {error ? <Problem error={error} /> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={record.label} trail={trail} actions={<Actions of={of} record={record} />}>
      <Waiting of={of} record={record} />
      <InForce of={of} record={record} />
      <Use of={of} record={record} />
      <Versions of={of} name={record.name} />
    </Page>
  );
}

interface RecordProps {
  readonly of: ReferenceName;
  readonly record: ReferenceRecord;
}

function Waiting({ of, record }: RecordProps): ReactNode {
  return <PendingChanges of={usePending(of, record.name)} />;
}

function Actions({ of, record }: RecordProps): ReactNode {
  const { t } = useSpeech();
  const { form, ...rest } = route.useSearch();
  const navigate = route.useNavigate();
  const own = useOwn();
  const mayPropose = own?.allOffices === true && own.may(KINDS[of].propose);
  const show = (next: 'change' | undefined) =>
    void navigate({ search: { ...rest, form: next }, replace: true });
  const isInactive = record.active === false;
  return (
    <>
      <span className={isInactive ? 'badge over' : 'badge good'}>
        {t(isInactive ? 'reference.inactive' : 'reference.active')}
      </span>
      {mayPropose && (
        <Button tone="primary" onPress={() => show('change')}>
          <PencilLine aria-hidden />
          {t('reference.propose-change')}
        </Button>
      )}
      {form === 'change' && mayPropose && (
        <Maker of={of} base={record} onClose={() => show(undefined)} />
      )}
    </>
  );
}

function InForce({ of, record }: RecordProps): ReactNode {
  const speech = useSpeech();
  const { t } = speech;
  const format = useFormat();
  const terms = KINDS[of].fields.map((field) => [
    t(`reference.member.${field.member}`),
    textOf(field, record, { speech, format }),
  ]);
  return (
    <Panel title={t('reference.in-force')}>
      <Terms of={Object.fromEntries(terms)} />
    </Panel>
  );
}
