// All customers' tax packs and withholding tax certificates.

import { getRouteApi, Link } from '@tanstack/react-router';
import { FilePlus, FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { ExportMenu } from '../../component/export-menu.js';
import { Page } from '../../component/page.js';
import { Tabs } from '../../component/tabs.js';
import { useShaped } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { CertificateForm } from './certificate-form.js';
import { Certificates } from './certificates.js';
import { PackForm } from './pack-form.js';
import { Packs } from './packs.js';
import { TAX_PARTS } from './search.js';

const route = getRouteApi('/taxes');

export function Taxes(): ReactNode {
  const { t } = useSpeech();
  const { of = 'packs' } = route.useSearch();
  const labels = { packs: t('tax.of-packs'), certificates: t('import.of.certificates') };
  return (
    <Page
      title={t('place.taxes')}
      full
      actions={of === 'packs' ? <PackActions /> : <CertificateActions />}
    >
      <Tabs label={t('place.taxes')} chosen={of}>
        {TAX_PARTS.map((part) => (
          <Link
            key={part}
            to="/taxes"
            search={{ of: part }}
            aria-current={part === of ? 'page' : undefined}
          >
            {labels[part]}
          </Link>
        ))}
      </Tabs>
      {of === 'packs' ? <Packs /> : <Certificates />}
    </Page>
  );
}

function PackActions(): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const mayIssue = useMay('wealth.tax-pack.issue');
  const { data } = useShaped<{ readonly result: readonly { readonly year: number }[] }>(
    'wealth/tax-pack/list',
    { query: { s: 1 } },
  );
  const y = data?.result[0]?.year;
  return (
    <>
      {y !== undefined && (
        <ExportMenu save={(format) => saveFile(`wealth/tax-pack/${format}`, { query: { y } })} />
      )}
      {mayIssue && (
        <Button tone="primary" onPress={() => setOpen(true)}>
          <FilePlus aria-hidden />
          {t('pack.issue')}
        </Button>
      )}
      {isOpen && <PackForm onClose={() => setOpen(false)} />}
    </>
  );
}

function CertificateActions(): ReactNode {
  const { t } = useSpeech();
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const mayImport = useMay('wealth.withholding-certificate.import');
  const mayCreate = useMay('wealth.withholding-certificate.create');
  return (
    <>
      {mayImport && (
        <Button
          onPress={() =>
            void navigate({ to: '/imports', search: { of: 'certificates', form: 'new' } })
          }
        >
          <FileUp aria-hidden />
          {t('certificate.import')}
        </Button>
      )}
      {mayCreate && (
        <Button tone="primary" onPress={() => setOpen(true)}>
          <FilePlus aria-hidden />
          {t('certificate.create')}
        </Button>
      )}
      {isOpen && <CertificateForm onClose={() => setOpen(false)} />}
    </>
  );
}
