// French messages about the user's own account.

import type { identity as english } from '../en/identity.js';

export const identity: Readonly<Record<keyof typeof english, string>> = {
  'account.change': 'Changer le mot de passe',
  'account.changed': 'Le mot de passe est changé. Connectez-vous avec le nouveau.',
  'account.change.hint': 'Toutes vos sessions seront déconnectées, y compris celle-ci.',
  'account.password': 'Mot de passe',
  'account.present': 'Mot de passe actuel',
  'factor.begin': 'Activer',
  'factor.code': 'Les six chiffres de l’application',
  'factor.codes':
    'Chaque code vous connecte une fois si vous perdez l’appareil. Les codes ne sont montrés ' +
    'qu’une fois. Ne les gardez pas sur le même appareil.',
  'factor.copy': 'Copier les codes',
  'factor.copied': 'Les codes sont dans le presse-papiers.',
  'factor.end': 'Désactiver',
  'factor.ended': 'Le second facteur a été désactivé.',
  'factor.kept': 'J’ai enregistré les codes',
  'factor.left': 'Codes de secours restants',
  'factor.off':
    'Un mot de passe seul vous connecte. Avec un second facteur, vous saisissez aussi un code ' +
    'd’une application de votre téléphone.',
  'factor.on': 'Le second facteur est activé.',
  'factor.qr': 'Code QR du secret',
  'factor.scan': 'Scannez le code QR avec l’application, ou tapez-y le secret.',
  'factor.secret': 'Secret',
  'factor.since': 'Activé depuis',
  'factor.title': 'Second facteur',
  'own-session.current': 'Cette session',
  'own-session.end': 'Terminer',
  'own-session.end.question': 'Cette session sera déconnectée.',
  'own-session.ended': 'La session est terminée.',
  'own-session.expires': 'Expire le',
  'own-session.from': 'Adresse',
  'own-session.signed-in': 'Connexion',
  'own-session.title': 'Vos sessions',
  'own-session.used': 'Dernier usage',
  'passkey.add': 'Ajouter une clé d’accès',
  'passkey.added': 'La clé d’accès est ajoutée.',
  'passkey.kept': 'enregistrée sur plus d’un appareil',
  'passkey.made': 'Ajoutée',
  'passkey.name': 'Nom de l’appareil',
  'passkey.none':
    'Aucune clé d’accès. Avec une clé d’accès, votre appareil vous connecte par empreinte, ' +
    'visage ou code PIN.',
  'passkey.not-here':
    'Les clés d’accès demandent un navigateur qui les gère et un serveur joint par un nom d’hôte.',
  'passkey.refused': 'L’appareil n’a pas créé de clé d’accès. Rien n’a changé.',
  'passkey.remove': 'Retirer',
  'passkey.remove.question': 'Vous ne pourrez plus vous connecter avec {label}.',
  'passkey.removed': 'La clé d’accès est retirée.',
  'passkey.title': 'Clés d’accès',
};
