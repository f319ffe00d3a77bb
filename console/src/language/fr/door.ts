// French messages for the pages before sign-in and for problems. They load with the sign-in page.

import type { DoorId } from '../en/door.js';

export const door: Readonly<Record<DoorId, string>> = {
  'account.again': 'Répétez le nouveau mot de passe',
  'account.again.differs': 'Les mots de passe ne correspondent pas.',
  'account.new': 'Nouveau mot de passe',
  'forgot.back': 'Retour à la connexion',
  'forgot.go': 'Envoyer le lien',
  'forgot.hint': 'Nous envoyons un lien à votre adresse enregistrée.',
  'forgot.name': 'Nom d’utilisateur ou adresse électronique',
  'forgot.sent':
    'S’il existe un tel utilisateur avec une adresse, un lien est en route. Il est ' +
    'valable 30 minutes. S’il n’arrive pas, demandez-en un à votre administrateur.',
  'forgot.title': 'Mot de passe oublié',
  'problem.bug':
    'Erreur interne de la console. Rechargez la page. Si cela se répète, prévenez votre ' +
    'exploitant.',
  'problem.check-again': 'Vérifier',
  'problem.connection':
    'Le serveur ne répond pas. Votre saisie est conservée. Réessayez dans un instant.',
  'problem.page': 'À propos de {code}',
  'problem.request': 'Requête {id}',
  'problem.unanswered':
    'Aucune réponse n’est arrivée\u00a0: nous ne savons pas si cela a été fait. ' +
    '«\u00a0Vérifier\u00a0» le détermine sans jamais le faire deux fois. Vos ' +
    'changements ultérieurs n’en font pas partie.',
  'problem.wait-minutes':
    'Trop de tentatives. Réessayez dans {count, plural, one {# minute} other {# minutes}}.',
  'problem.wait-seconds':
    'Trop de tentatives. Réessayez dans {count, plural, one {# seconde} other {# secondes}}.',
  'reset.again': 'Demander un autre lien',
  'reset.done': 'Le mot de passe est défini. Connectez-vous avec le nouveau.',
  'reset.go': 'Définir le mot de passe',
  'reset.hint': 'Vous serez déconnecté partout. Le second facteur reste actif.',
  'reset.title': 'Définir un nouveau mot de passe',
  'shell.business-date': 'Date comptable',
  'sign-in.code': 'Code du second facteur',
  'sign-in.demo': 'Démonstration : rien ici n’est réel.',
  'sign-in.demo-changed':
    'Le mot de passe de cet utilisateur a été modifié. Connectez-vous avec celui-ci.',
  'sign-in.documents': 'Référence de l’API',
  'sign-in.forgot': 'Mot de passe oublié ?',
  'sign-in.go': 'Se connecter',
  'sign-in.hint':
    'Au premier démarrage, le serveur écrit les noms d’utilisateur et mots de passe dans ' +
    'credentials.json, dans son dossier de données.',
  'sign-in.look-around': 'Ou visitez en tant que',
  'sign-in.name': 'Nom d’utilisateur',
  'sign-in.passkey': 'Se connecter avec une clé d’accès',
  'sign-in.password': 'Mot de passe',
  'sign-in.purpose':
    'Les ordres, l’argent et les clients d’une société de bourse dans une seule comptabilité.',
  'sign-in.role.ADMIN': 'Administrateur',
  'sign-in.role.APPROVER': 'Approbateur',
  'sign-in.role.AUDITOR': 'Auditeur',
  'sign-in.role.CRM': 'Relation client',
  'sign-in.role.DEALER': 'Négociateur',
  'sign-in.role.FINANCE': 'Finance',
  'sign-in.role.OPERATIONS': 'Opérations',
  'sign-in.title': 'Connexion à {firm}',
  'sign-in.try':
    'À essayer : passer un ordre comme négociateur, approuver un paiement comme approbateur, ' +
    'suivre un montant jusqu’à son écriture en finance, clôturer la journée aux opérations.',
  'sign-in.version': 'Version {version}',
};
