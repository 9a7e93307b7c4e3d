package main

import (
	"encoding/json"

	"github.com/google/go-github/github"
)

type hook = *github.Hook

func newHook() hook {
	return &github.Hook{
		Events: []string{"repository_import"}, Active: github.Bool(true),
		Config: map[string]interface{}{"url": at.HookURL, "content_type": "json", "secret": at.SVNSecret},
	}
}

// hooks makes webhooks of a repository and of an organization.
func hooks(client *github.Client) int64 {
	made := call("Repositories.CreateHook", func() (hook, *github.Response, error) {
		return client.Repositories.CreateHook(background, "acme", "svn", newHook())
	})
	got := call("Repositories.GetHook", func() (hook, *github.Response, error) {
		return client.Repositories.GetHook(background, "acme", "svn", made.GetID())
	})
	list := call("Repositories.ListHooks", func() ([]hook, *github.Response, error) {
		return client.Repositories.ListHooks(background, "acme", "svn", nil)
	})
	// As the library's users do: what was read is sent back, with a change.
	got.Active = github.Bool(true)
	edited := call("Repositories.EditHook", func() (hook, *github.Response, error) {
		return client.Repositories.EditHook(background, "acme", "svn", got.GetID(), got)
	})
	ours := call("Organizations.CreateHook", func() (hook, *github.Response, error) {
		return client.Organizations.CreateHook(background, "umbrella", newHook())
	})
	call("Organizations.GetHook", func() (hook, *github.Response, error) {
		return client.Organizations.GetHook(background, "umbrella", ours.GetID())
	})
	inactive := call("Organizations.EditHook", func() (hook, *github.Response, error) {
		return client.Organizations.EditHook(background, "umbrella", ours.GetID(), &github.Hook{Active: github.Bool(false)})
	})
	of := call("Organizations.ListHooks", func() ([]hook, *github.Response, error) {
		return client.Organizations.ListHooks(background, "umbrella", nil)
	})
	removed := empty("Organizations.DeleteHook", func() (*github.Response, error) {
		return client.Organizations.DeleteHook(background, "umbrella", ours.GetID())
	})
	seen["hooks"] = map[string]interface{}{
		"events": made.Events, "secret": made.Config["secret"], "unused": got.LastResponse["status"], "dated": !got.GetCreatedAt().IsZero(),
		"listed": len(list), "edited": edited.GetActive(), "inactive": !inactive.GetActive(), "of_umbrella": len(of), "removed": removed,
	}
	return made.GetID()
}

// deliveries reads what a webhook has sent, once the import has ended.
func deliveries(client *github.Client, id int64) {
	wait(map[string]interface{}{"hook": id, "deliveries": 4})
	list := call("Repositories.ListHookDeliveries", func() ([]*github.HookDelivery, *github.Response, error) {
		return client.Repositories.ListHookDeliveries(background, "acme", "svn", id, nil)
	})
	one := call("Repositories.GetHookDelivery", func() (*github.HookDelivery, *github.Response, error) {
		return client.Repositories.GetHookDelivery(background, "acme", "svn", id, list[0].GetID())
	})
	var payload struct {
		Status     string
		Repository *github.Repository
		Sender     *github.User
	}
	if err := json.Unmarshal(*one.Request.RawPayload, &payload); err != nil {
		fail("the payload of a delivery", err)
	}
	_, _, err := client.Repositories.RedeliverHookDelivery(background, "acme", "svn", id, list[0].GetID())
	note[struct{}]("Repositories.RedeliverHookDelivery", 1)
	again, ok := err.(*github.AcceptedError)
	if !ok {
		fail("Repositories.RedeliverHookDelivery", err)
	}
	var second github.HookDelivery
	if err := json.Unmarshal(again.Raw, &second); err != nil {
		fail("Repositories.RedeliverHookDelivery", err)
	}
	wait(map[string]interface{}{"hook": id, "deliveries": 5})
	removed := empty("Repositories.DeleteHook", func() (*github.Response, error) {
		return client.Repositories.DeleteHook(background, "acme", "svn", id)
	})
	seen["deliveries"] = map[string]interface{}{
		"count": len(list), "code": one.GetStatusCode(), "event": one.GetEvent(), "delivered": !one.GetDeliveredAt().IsZero(),
		"status": payload.Status, "repository": payload.Repository.GetFullName(), "sender": payload.Sender.GetLogin(),
		"signed": one.Request.Headers["X-Hub-Signature-256"] != "", "same": second.GetGUID() == one.GetGUID(),
		"redelivery": second.GetRedelivery(), "removed": removed,
	}
}
