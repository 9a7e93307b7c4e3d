package main

import (
	"strings"
	"time"

	"github.com/google/go-github/github"
)

type createdApplication struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
}

// access walks authorizations and grants, for which the library has types and no methods any more.
func access(client *github.Client) string {
	me := call("Users.Get", func() (*github.User, *github.Response, error) { return client.Users.Get(background, "") })
	authorization := raw[*github.Authorization]("POST authorizations", client, "POST", "authorizations", &github.AuthorizationRequest{
		Note:   github.String("go-github"),
		Scopes: []github.Scope{"repo", "user", "admin:org", "admin:repo_hook", "admin:org_hook", "delete_repo"},
	}, "")
	one := "authorizations/" + number(authorization.GetID())
	listed := raw[[]*github.Authorization]("GET authorizations", client, "GET", "authorizations", nil, "")
	changed := raw[*github.Authorization]("PATCH authorizations/id", client, "PATCH", one,
		&github.AuthorizationUpdateRequest{AddScopes: []string{"site_admin"}, Note: github.String("go")}, "")
	got := raw[*github.Authorization]("GET authorizations/id", client, "GET", one, nil, "")

	application := raw[*createdApplication]("POST applications", client, "POST", "applications", map[string]string{"name": "deployer"}, "")
	by := &github.AuthorizationRequest{ClientSecret: &application.ClientSecret, Scopes: []github.Scope{"gist"}}
	first := raw[*github.Authorization]("PUT authorizations/clients", client, "PUT", "authorizations/clients/"+application.ClientID, by, "")
	second := raw[*github.Authorization]("PUT authorizations/clients/fingerprint", client, "PUT", "authorizations/clients/"+application.ClientID+"/laptop", by, "")
	grants := raw[[]*github.Grant]("GET applications/grants", client, "GET", "applications/grants", nil, "")
	if len(grants) == 0 {
		fail("GET applications/grants", "no grant")
	}
	grant := raw[*github.Grant]("GET applications/grants/id", client, "GET", "applications/grants/"+number(grants[0].GetID()), nil, "")
	removal := empty("DELETE authorizations/id", remove(client, "authorizations/"+number(second.GetID())))
	revoked := empty("DELETE applications/grants/id", remove(client, "applications/grants/"+number(grant.GetID())))
	gone := refused("GET authorizations/id of a grant that ended", func() error {
		request, err := client.NewRequest("GET", "authorizations/"+number(first.GetID()), nil)
		if err != nil {
			return err
		}
		_, err = client.Do(background, request, nil)
		return err
	})
	seen["access"] = map[string]interface{}{
		"login": me.GetLogin(), "two_factor": me.TwoFactorAuthentication, "admin": me.GetSiteAdmin(),
		"listed": len(listed), "scopes": changed.Scopes, "note": got.GetNote(), "dated": !got.GetCreatedAt().IsZero(),
		"last_eight": got.GetTokenLastEight() == authorization.GetToken()[32:], "hidden": got.GetToken() == "",
		"app": first.GetApp().GetName(), "fingerprint": second.GetFingerprint(), "grants": len(grants),
		"grant": grant.GetApp().GetClientID() == application.ClientID, "grant_scopes": grant.Scopes,
		"removed": []int{removal, revoked}, "gone": gone,
	}
	return authorization.GetToken()
}

func remove(client *github.Client, path string) func() (*github.Response, error) {
	return func() (*github.Response, error) {
		request, err := client.NewRequest("DELETE", path, nil)
		if err != nil {
			return nil, err
		}
		return client.Do(background, request, nil)
	}
}

// rateLimitAnswer is what RateLimits decodes inside.
type rateLimitAnswer struct {
	Resources *github.RateLimits `json:"resources"`
}

// accounts walks people and organizations.
func accounts(client, withPassword *github.Client) {
	type organization = *github.Organization
	rates, _, err := client.RateLimits(background)
	note[rateLimitAnswer]("RateLimits", 1)
	if err != nil {
		fail("RateLimits", err)
	}
	if rates == nil || rates.Core == nil || rates.SourceImport == nil {
		fail("RateLimits", "a category is missing")
	}
	me := call("Users.Get", func() (*github.User, *github.Response, error) { return client.Users.Get(background, "") })
	created := call("Admin.CreateOrg", func() (organization, *github.Response, error) {
		return client.Admin.CreateOrg(background, &github.Organization{Login: github.String("umbrella"), Name: github.String("Umbrella")}, at.Login)
	})
	got := call("Organizations.Get", func() (organization, *github.Response, error) { return client.Organizations.Get(background, "acme") })
	list := func(page int) ([]*github.Organization, int) {
		return paged("Organizations.List", func() ([]*github.Organization, *github.Response, error) {
			return client.Organizations.List(background, "", &github.ListOptions{Page: page, PerPage: 1})
		})
	}
	page1, next := list(0)
	page2, last := list(next)
	members := call("Organizations.ListMembers", func() ([]*github.User, *github.Response, error) {
		return client.Organizations.ListMembers(background, "acme", nil)
	})
	edited := call("Organizations.Edit", func() (organization, *github.Response, error) {
		return client.Organizations.Edit(background, "acme", &github.Organization{Description: github.String("Makes everything")})
	})
	// The library's method knows no password, without which there is no account here.
	unsaid := refused("Admin.CreateUser", func() error {
		_, _, err := withPassword.Admin.CreateUser(background, "bob", "bob@example.org")
		return err
	})
	raw[*github.User]("POST admin/users", withPassword, "POST", "admin/users",
		map[string]string{"login": "bob", "password": "a long password", "email": "bob@example.org"}, "")
	membership := call("Organizations.EditOrgMembership", func() (*github.Membership, *github.Response, error) {
		return withPassword.Organizations.EditOrgMembership(background, "bob", "acme", &github.Membership{Role: github.String("member")})
	})
	read := call("Organizations.GetOrgMembership", func() (*github.Membership, *github.Response, error) {
		return client.Organizations.GetOrgMembership(background, "bob", "acme")
	})
	ended := empty("Organizations.RemoveOrgMembership", func() (*github.Response, error) {
		return withPassword.Organizations.RemoveOrgMembership(background, "bob", "acme")
	})
	seen["accounts"] = map[string]interface{}{
		"core": rates.Core.Limit, "source_import": rates.SourceImport.Limit, "reset": !rates.Core.Reset.IsZero(),
		"login": me.GetLogin(), "email": me.GetEmail(), "created": created.GetLogin(), "got": got.GetLogin(), "type": got.GetType(),
		"pages": []string{page1[0].GetLogin(), page2[0].GetLogin()}, "last": last, "members": members[0].GetLogin(),
		"edited": edited.GetLogin(), "unsaid": unsaid, "ended": ended,
		"membership": map[string]string{
			"role": membership.GetRole(), "read": read.GetRole(), "state": membership.GetState(), "user": membership.GetUser().GetLogin(),
			"organization": membership.GetOrganization().GetLogin(), "url": membership.GetURL(),
			"organization_url": membership.GetOrganizationURL(),
		},
	}
}

// limited asks without a login until the service has enough of it: the library knows the answer, and asks no more by itself.
func limited() {
	client, err := github.NewEnterpriseClient(at.Origin, at.Origin, nil)
	if err != nil {
		fail("NewEnterpriseClient", err)
	}
	ask := func(requests int) error {
		_, _, err := client.Users.Get(background, "")
		note[github.ErrorResponse]("Users.Get without a login", requests)
		return err
	}
	without, ok := ask(1).(*github.ErrorResponse)
	if !ok {
		fail("Users.Get without a login", err)
	}
	wait(map[string]interface{}{"used_up": true})
	err = ask(1)
	full, ok := err.(*github.RateLimitError)
	if !ok {
		fail("Users.Get without a login, once too often", err)
	}
	err = ask(0)
	again, ok := err.(*github.RateLimitError)
	if !ok {
		fail("Users.Get without a login, after that", err)
	}
	seen["limited"] = map[string]interface{}{
		"without": without.Response.StatusCode, "limit": full.Rate.Limit, "remaining": full.Rate.Remaining,
		"ahead": full.Rate.Reset.After(time.Now()), "message": full.Message, "not_sent": strings.Contains(again.Message, "not making remote request"),
	}
}
