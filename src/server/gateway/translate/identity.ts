import type { Body } from '../../../protocol/index.ts';
import type { NamedProfile } from '../../identity/identity.ts';
import type { UserProfile } from '../../storage/repositories.ts';

/** The contact data that a user saves. */
export function profileFromWire(body: Body<'updateUserInfo'>): UserProfile {
  return {
    firstName: body.FirstName,
    lastName: body.LastName,
    phone: body.Phone,
    mobilePhone: body.MobilePhone,
    email: body.Email,
    address: body.Address,
    addressLine2: body.AddressLine2,
    city: body.City,
    state: body.State,
    zip: body.Zip,
    country: body.Country,
  };
}

/** User name and contact data as clients receive them. */
export function userInfoToWire(userId: string, profile: NamedProfile): Body<'userInfo'> {
  return {
    UserId: userId,
    UserName: profile.userName,
    FirstName: profile.firstName,
    LastName: profile.lastName,
    Phone: profile.phone,
    MobilePhone: profile.mobilePhone,
    Email: profile.email,
    Address: profile.address,
    AddressLine2: profile.addressLine2,
    City: profile.city,
    State: profile.state,
    Zip: profile.zip,
    Country: profile.country,
  };
}
