package main

import (
	"strconv"

	"github.com/google/go-github/github"
)

type repository = *github.Repository

func number(id int64) string { return strconv.FormatInt(id, 10) }

// repositories makes, lists, reads and changes them.
func repositories(client *github.Client) {
	create := func(organization, name string, private bool) repository {
		return call("Repositories.Create", func() (repository, *github.Response, error) {
			return client.Repositories.Create(background, organization, &github.Repository{
				Name: &name, Private: &private, Description: github.String("Made by go-github"), HasIssues: github.Bool(true), HasWiki: github.Bool(false),
			})
		})
	}
	created := create("acme", "svn", true)
	create("acme", "several", false)
	mine := create("", "mine", false)
	taken := refused("Repositories.Create", func() error {
		_, _, err := client.Repositories.Create(background, "acme", &github.Repository{Name: github.String("svn")})
		return err
	})
	got := call("Repositories.Get", func() (repository, *github.Response, error) {
		return client.Repositories.Get(background, "acme", "svn")
	})
	unknown := refused("Repositories.Get", func() error {
		_, _, err := client.Repositories.Get(background, "acme", "nothing")
		return err
	})
	edited := call("Repositories.Edit", func() (repository, *github.Response, error) {
		return client.Repositories.Edit(background, "acme", "svn", &github.Repository{Description: github.String("From Subversion")})
	})
	var names []string
	for page := 1; page != 0; {
		var some []repository
		some, page = paged("Repositories.List", func() ([]repository, *github.Response, error) {
			return client.Repositories.List(background, "", &github.RepositoryListOptions{
				Visibility: "all", ListOptions: github.ListOptions{Page: page, PerPage: 2},
			})
		})
		for _, one := range some {
			names = append(names, one.GetFullName())
		}
	}
	organizations := call("Repositories.ListByOrg", func() ([]repository, *github.Response, error) {
		return client.Repositories.ListByOrg(background, "acme", &github.RepositoryListByOrgOptions{Type: "all"})
	})
	seen["repositories"] = map[string]interface{}{
		"created": created.GetFullName(), "private": created.GetPrivate(), "mine": mine.GetOwner().GetLogin(), "taken": taken,
		"got": got.GetFullName(), "permissions": got.Permissions, "dated": !got.GetCreatedAt().IsZero() && !got.GetPushedAt().IsZero(),
		"clone_url": got.GetCloneURL(), "unknown": unknown, "edited": edited.GetDescription(), "names": names, "of_acme": len(organizations),
	}
}

// branches reads what an import has published.
func branches(client *github.Client) {
	list := call("Repositories.ListBranches", func() ([]*github.Branch, *github.Response, error) {
		return client.Repositories.ListBranches(background, "acme", "svn", nil)
	})
	var names []string
	for _, branch := range list {
		names = append(names, branch.GetName())
	}
	got := call("Repositories.Get", func() (repository, *github.Response, error) {
		return client.Repositories.Get(background, "acme", "svn")
	})
	head := call("Repositories.GetBranch", func() (*github.Branch, *github.Response, error) {
		return client.Repositories.GetBranch(background, "acme", "svn", got.GetDefaultBranch(), false)
	})
	seen["branches"] = map[string]interface{}{
		"names": names, "default": got.GetDefaultBranch(), "size": got.GetSize() > 0, "head": head.GetCommit().GetSHA(),
	}
}

// sourceArchives asks where the files of a branch are to be had.
func sourceArchives(client *github.Client) {
	answers := map[string]interface{}{}
	for _, format := range []github.ArchiveFormat{github.Tarball, github.Zipball} {
		name := "Repositories.GetArchiveLink " + string(format)
		link, _, err := client.Repositories.GetArchiveLink(background, "acme", "svn", format, &github.RepositoryContentGetOptions{Ref: "main"}, true)
		note[struct{}](name, 1)
		if err != nil {
			fail(name, err)
		}
		answers[string(format)] = download("source archive", link.String())
	}
	seen["source_archives"] = answers
}
